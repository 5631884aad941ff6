/** Certain expressions, separated by commas. */
export const nl: string =
  "*zelfmoord*, zelfdoding*, *zelfbeschadig*, zelfverwond*, automutil*, anorexia*, anorect*, boulimi*, " +
  "*eetstoornis*, eetgestoord*, afscheidsbrief .. (zelf|dood|zoon|dochter), " +
  "mezelf (ophangen|vermoorden|van kant maken|iets aandoen|wat aandoen|pijn doen|snijden|snij|verwonden|beschadigen|doden), " +
  "(zichzelf|haarzelf|hemzelf) (opgehangen|vermoord|beschadigt|verwondt|verwond|snijdt|van kant gemaakt|doodgeschoten|van het leven beroofd), " +
  "snij mezelf, snijd mezelf, zich van het leven beroofd, uit het leven gestapt, uit het leven stappen, " +
  "een einde aan mijn leven, einde aan (zijn|haar) leven, een eind aan mijn leven, eind aan (zijn|haar) leven, " +
  "wil niet meer leven, wil niet meer wakker worden, ik wil dood, ik wil echt dood, ik wil doodgaan, " +
  "ik wou dat ik dood was, was ik maar dood, liever dood dan, levensmoe*, doodswens*, doodsgedachten, " +
  "doodsverlangen, voltooid leven, polsen (doorgesneden|doorsnijden|doorgesneden), " +
  "voor de trein (springen|gesprongen|springt|gestapt), euthanasie*, gedwongen opname, crisisopname*, " +
  "vinger in mijn keel, na het eten overgeven, *verkracht*, *aanrand*, aangerand*, seksueel misbruik*, " +
  "seksueel geweld, seksueel overschrijdend, seksueel intimid*, " +
  "seksuele (intimidatie|uitbuiting|aanranding|handelingen met minderjarige*), " +
  "misbruikt (als|door|in mijn) (kind|jeugd|mijn|haar), ongewenste intimiteiten, zedendelict*, zedenzaak, " +
  "zedendelinquent*, huiselijk geweld, partnergeweld, geweld tegen vrouwen, eergerelateerd geweld, eerwraak, " +
  "femicide*, mensenhandel*, gedwongen prostitutie, gedwongen huwelijk*, uitgehuwelijkt, uithuwelijk*, " +
  "genitale verminking, vrouwenbesnijdenis, tienerpooier*, wraakporno*, " +
  "(naaktfoto|naaktfotos) (gelekt|verspreid|chantage|gechanteerd), " +
  "gechanteerd met (naaktfoto|naaktfotos|naaktbeelden), betast, gedrogeerd, iets in mijn drankje, " +
  "potloodventer*, vrouwenopvang*, blijf van mijn lijf, " +
  "mijn (man|vriend|ex) heeft me (geslagen|verkracht|mishandeld|gewurgd), word mishandeld, mishandeld door mijn, " +
  "word gestalkt, mijn stalker, gestalkt door mijn ex, contactverbod, straatverbod, gecondoleerd*, " +
  "innige deelneming, oprechte deelneming, begrafenis*, crematie*, gecremeerd, uitvaart*, rouwkaart*, " +
  "rouwverwerk*, rouwproces*, rouwbegeleid*, rouwadvert*, rouwdienst, in de rouw, rouwen om, in memoriam, " +
  "*overlijdensbericht*, *overlijdensadvert*, overleden, (overlijden|dood|verlies|begrafenis) van mijn, " +
  "nabestaande*, grafrede, bidprentje*, miskraam*, miskramen, stilgeboren, levenloos geboren, sterrenkind*, " +
  "palliatie*, terminaal ziek*, terminale (kanker|fase|patient*|ziekte), ongeneeslijk* ziek*, " +
  "niet lang meer te leven, (weken|maanden|dagen) te leven, uitgezaaide (kanker|borstkanker|longkanker|tumor), " +
  "*hersentumor*, alvleesklierkanker, longkanker*, slokdarmkanker, kanker (in het laatste stadium|stadium 4), " +
  "hersendood, " +
  "(mijn|onze) (moeder|vader|mama|papa|oma|opa|man|vrouw|zoon|dochter|broer|zus|baby|vriend|vriendin|hond|kat|poes) (is|was|gisteren|vandaag|plotseling)? (overleden|gestorven|dood|doodgegaan), " +
  "(moeder|vader|mama|papa|oma|opa|man|vrouw|zoon|dochter|broer|zus|hond|kat|poes|kind|baby) (gestorven|doodgegaan|verloren aan), " +
  "jonge weduwe, gestorven aan kanker, doodsoorzaak, hartaanval*, *hartinfarct*, hartstilstand*, " +
  "*hersenbloeding*, *herseninfarct*, *longembolie*, aneurysma*, bewusteloos, bewusteloze, buiten bewustzijn, " +
  "reanimeren, gereanimeerd, hartmassage, ademt niet, stopt met ademen, ademnood, allergische shock, " +
  "epileptische aanval*, koortsstuip*, koolmonoxidevergift*, *voedselvergift*, *alcoholvergift*, " +
  "*bloedvergiftig*, hersenvliesontsteking, slagaderlijke bloeding, inwendige bloeding*, " +
  "bloed (braken|ophoesten|opgehoest), braakt bloed, hoest bloed op, doodgebloed, overdosis*, " +
  "levensgevaarlijk gewond, zwaargewond*, zwaar gewond*, ernstig gewond*, dodelijk gewond, *verkeersongeval*, " +
  "dodelijk (ongeval|ongeluk), dodelijke (aanrijding|val|slachtoffers|steekpartij), verkeersdode*, verongelukt*, " +
  "aangereden door, doodgereden, kind verdronken, verdrinkingsdood, batterij ingeslikt, knoopcel ingeslikt, " +
  "bleekmiddel gedronken, antivries gedronken, schedelbreuk, geelektrocuteerd, derdegraads verbranding*, " +
  "kunstmatige coma, buitenbaarmoederlijke zwangerschap, zwangerschapsvergiftiging, *heroineverslaafd*, " +
  "(aan de|gebruikt|gebruikte|gram|spuiten) heroine, heroine (spuiten|gebruik|gebruiken|gebruikt|handel), " +
  "*cocainegebruik*, *cocainehandel*, *cocainesmokkel*, *cocaineverslaaf*, *cocaineverslav*, *cocainevangst*, " +
  "coke (snuiven|snuift|gesnoven|gebruiken|dealer), xtc pil*, ghb verslaafd*, *drugsverslaafd*, " +
  "*drugsverslaving*, drugsdealer*, *drugshandel*, *drugssmokkel*, *drugskartel*, *drugslab*, *drugsgebruik*, " +
  "*drugscrimin*, drugsdode*, drugsvangst*, harddrugs, softdrugs, " +
  "drugs (gebruiken|gebruikt|dealen|verkopen|kopen|verkocht|smokkelen), onder invloed van drugs, " +
  "verslaafd aan (drugs|cocaine|coke|heroine|alcohol|wiet|ghb|ketamine|pijnstillers), afkickkliniek*, " +
  "afkicken (van|in), afgekickt van, verslavingskliniek*, verslavingszorg, alcoholverslaafd*, " +
  "alcoholverslaving*, alcoholist*, alcoholisme, anonieme alcoholisten, wietplantage*, wietkwekerij*, " +
  "hennepkwekerij*, hennepplantage*, wiet (roken|verkopen|dealen), blowen, geblowd, vuurwapenbezit, " +
  "vuurwapengeweld, verboden wapenbezit, illegale wapens, handgranaat gevonden, zelfgemaakte bom, bommelding*, " +
  "bomaanslag*, plofkraak, *kalasjnikov*, schietpartij*, schietincident*, schotwond*, steekpartij*, " +
  "steekincident*, neergeschoten, doodgeschoten, neergestoken, doodgestoken, doodgeslagen, terreuraanslag*, " +
  "terrorist*, terrorisme, gijzeling*, gijzelnem*, onthoofding*, onthoofd, luchtaanval*, raketaanval*, " +
  "droneaanval*, raketbeschieting*, *genocide*, volkerenmoord*, etnische zuivering*, oorlogsmisda*, " +
  "oorlogsslachtoffer*, oorlogsvluchteling*, oorlogstrauma*, massagraf, concentratiekamp*, vernietigingskamp*, " +
  "holocaust*, gaskamer*, burgerslachtoffers, clusterbom*, dodental*, doden (en|of) gewonden, " +
  "(doden|gewonden) (bij|door|na) (aanslag|brand|ongeluk|aardbeving|schietpartij|explosie|aanval), vliegramp*, " +
  "vliegtuigcrash*, *vliegtuigongeluk*, treinramp*, *watersnoodramp*, vuurwerkramp*, natuurramp*, hongersnood*, " +
  "bootvluchteling*, aardbeving .. (doden|slachtoffers), kindermisbruik*, kindermishandel*, pedofi*, pedoseksu*, " +
  "kinderlokker*, kinderhandel, kindsoldaten, kindhuwelijk*, kindbruid*, kinderontvoering*, kindermoord*, " +
  "babylijk*, vermist kind, vermiste (jongen|meisje|kinderen|peuter|tiener|kleuter), amber alert, " +
  "uithuisplaatsing*, ondertoezichtstelling, wiegendood, " +
  "(papa|vader|stiefvader|mama|moeder|ouders) (slaat|slaan|mishandelt|mishandelen) (mij|me|ons), " +
  "digitaal kinderlokken, cyberpesten, (van de|van een) brug (springen|gesprongen), " +
  "(man|vriend|ex|partner|echtgenoot) (slaat|mishandelt|wurgt|wurgde|sloeg|verkrachtte) (me|mij), " +
  "seksueel (grensoverschrijdend|geïntimideerd), zedenmisdrij*, ligt op sterven, (bel|belde) 112, " +
  "112 (gebeld|bellen), ambulance (gebeld|bellen), (kwam|kwamen) om het leven, om het leven (gekomen|gebracht), " +
  "*amfetamine*, overlijden van (mijn|zijn|haar|mama|papa), anafyla*, *doodgeboren*, op sterven (ligt|lag), " +
  "(hond|kat|poes|kater|paard) laten inslapen, (in een|naar een|het) hospice, slachtoffer van een loverboy, " +
  "bom (gevonden|ontploft), reanimatie, " +
  "hoeveel (slaaptabletten|slaappillen|pillen) (is te veel|zijn te veel|is dodelijk), nut van wakker worden, zin om wakker te worden, zou iemand (het)? merken als ik (er)?, niemand zou (het)? merken als ik, een bom (maken|bouwen), bom maken, zelfgemaakte bom, (schutter|gewapende man|man met een geweer) (in|op) (de|onze|mijn) school, (naaktfoto|naaktfoto's) van (een|mijn) (klasgenoot|klasgenote|leerling|dochter), weer gespoten, mondhoek hangt, mond hangt scheef";
