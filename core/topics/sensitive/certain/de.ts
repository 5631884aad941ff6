/** Certain expressions, separated by commas. */
export const de: string =
  "*selbstmord*, *suizid*, freitod*, selbsttotung*, *selbstverletz*, selbst verletz*, *selbstschadig*, " +
  "selbstgefahrdung, *magersucht*, *bulimie*, bulimisch*, anorektisch*, *essstorung*, essgestort*, " +
  "mich (umbringen|umzubringen|umgebracht|erhangen|aufhangen|ritzen|geritzt|selbst verletzen), " +
  "(bringe|bring) mich um, (bringt|brachte) sich um, " +
  "(hat|haben) sich (umgebracht|erhangt|erschossen|das leben genommen), sich das leben (nehmen|genommen|nahm), " +
  "mir das leben nehmen, leben genommen, mir etwas antun, mir was antun, sich etwas (antun|angetan|antut), " +
  "erhangt, ritze mich, geritzt .. (arm|arme|unterarm), (tochter|sohn|freundin) ritzt sich, pulsadern, " +
  "pulsader aufgeschnitten, will nicht mehr leben, mochte nicht mehr leben, ich (will|mochte) sterben, " +
  "ich will tot sein, ich ware lieber tot, ware am liebsten tot, wunschte ich ware tot, lebensuberdruss*, " +
  "sterbehilfe*, todeswunsch*, krisentelefon, telefonseelsorge, zwangseinweisung, " +
  "nach dem essen (ubergeben|erbrechen|kotzen), vor den zug (springen|gesprungen|geworfen|werfen), " +
  "von der brucke (springen|gesprungen|gesturzt), von einer brucke (springen|gesprungen), *vergewaltig*, " +
  "sexuell* missbrauch*, sexuell* missbraucht, sexuell* misshandel*, *missbrauchsopfer*, *missbrauchsfall*, " +
  "*missbrauchsskandal*, sexuell* belastig*, sexuell* notig*, sexuell* ubergriff*, sexualisierte* gewalt, " +
  "sexuell* gewalt, sexualstraft*, sexualdelikt*, sexualverbrech*, *sexualmord*, *sextater*, triebtater*, " +
  "hauslich* gewalt, gewalt in der (ehe|familie|beziehung|partnerschaft), gewalt gegen frauen, " +
  "partnerschaftsgewalt, beziehungsgewalt, femizid*, *ehrenmord*, *zwangsheirat*, *zwangsverheirat*, " +
  "*zwangsprostitu*, genitalverstummel*, *inzest*, begrapscht, begrabscht, exhibitionist*, upskirting, " +
  "*rachepornos*, *sextortion*, nacktbilder erpresst, (mit|wegen) nacktbildern erpresst, annaherungsverbot*, " +
  "stalkingopfer, opfer von stalking, mein stalker, gestalkt werde, " +
  "(mann|freund|partner|ehemann|ex|exfreund) (schlagt|wurgt|verprugelt|misshandelt|vergewaltigt) mich, " +
  "(mann|freund|partner|ehemann|ex) hat mich (geschlagen|gewurgt|verprugelt|misshandelt|bedroht), " +
  "gegen meinen willen angefasst, *beileid*, *kondolenz*, kondolier*, *trauerfall*, *trauerfeier*, *trauerrede*, " +
  "*trauerkarte*, *trauerbegleit*, *trauerbewaltig*, *trauergast*, *traueranzeige*, *trauerkranz*, " +
  "*trauerarbeit*, in stiller trauer, in tiefer trauer, *beerdigung*, *bestattung*, beigesetzt, urnenbeisetz*, " +
  "*urnengrab*, *einascherung*, *krematorium*, grabrede*, grabstein*, *todesanzeige*, *todesfall*, " +
  "*sterbebegleit*, *hospiz*, *palliativ*, todkrank*, unheilbar krank*, *sternenkind*, *fehlgeburt*, " +
  "*totgeburt*, totgeboren*, stillgeburt, *verstorben*, entschlafen, plotzlich gestorben, an krebs gestorben, " +
  "(papa|mama|oma|opa|vater|mutter|mann) verloren habe, " +
  "(tod|verlust) (meiner|meines|ihrer|ihres|seiner|seines|deines|deiner) (mutter|vaters|mannes|frau|sohnes|tochter|kindes|bruders|schwester|oma|opas|hundes|katze|eltern|partners), " +
  "hund (einschlafern|eingeschlafert), katze (einschlafern|eingeschlafert), " +
  "(hund|katze|kater|pferd) einschlafern lassen, uber die regenbogenbrucke gegangen, hirntot, hirntod, " +
  "*bauchspeicheldrusenkrebs*, *lungenkrebs*, *hirntumor*, krebs im endstadium, " +
  "lebenserwartung .. (krebs|metastasen), verwitwet*, *halbwaise*, *vollwaise*, *herzinfarkt*, *schlaganfall*, " +
  "*herzstillstand*, *kreislaufstillstand*, *kammerflimmern*, *hirnblutung*, *lungenembolie*, *aneurysma*, " +
  "allergischer schock, *atemstillstand*, *atemnot*, atmet nicht, kriege keine luft mehr, " +
  "keine luft mehr bekomme, *bewusstlos*, herzdruckmassage*, wiederbelebungsmassnahm*, *reanimation*, " +
  "*krampfanfall*, epileptisch* anfall*, *fieberkrampf*, rettungswagen (gerufen|rufen), " +
  "krankenwagen (gerufen|rufen), giftnotruf*, giftnotzentrale*, *kohlenmonoxidvergiftung*, *rauchgasvergiftung*, " +
  "*pilzvergiftung*, *lebensmittelvergiftung*, *alkoholvergiftung*, *medikamentenvergiftung*, *blutvergiftung*, " +
  "*uberdosis*, uberdosiert, septischer schock, *hirnhautentzundung*, verblutet, verbluten, innere blutungen, " +
  "schwer verletzt, lebensgefahrlich verletzt, *schwerverletzte*, todlich verletzt, todlich verungluckt, " +
  "*verungluckt*, *verkehrsunfall*, *verkehrstote*, ertrunken, *stromschlag*, *hitzschlag*, *schadelbasisbruch*, " +
  "blut (erbrochen|gehustet|gespuckt), erbricht blut, hustet blut, kunstliches koma, *wachkoma*, " +
  "eileiterschwangerschaft*, schwangerschaftsvergiftung, verschluckte knopfzelle, knopfzelle verschluckt, " +
  "batterie verschluckt, *kokain*, heroinabhang*, heroinsucht*, heroinkonsum, *fentanyl*, *amphetamin*, " +
  "*drogenabhang*, *drogensucht*, *drogendealer*, *drogenkonsum*, *drogenentzug*, *drogenkartell*, " +
  "*drogenschmuggel*, *drogentote*, *drogenberatung*, *drogenmissbrauch*, *drogenfund*, " +
  "drogen (nehmen|genommen|nimmt|verkaufen|verkauft|kaufen|konsumiert), unter drogen, *rauschgift*, *haschisch*, " +
  "*marihuana*, kiffen, kifft, gekifft, kiffer*, kokst, *suchtberatung*, *suchtklinik*, *suchthilfe*, " +
  "*suchtkrank*, *entzugsklinik*, alkoholiker*, *alkoholsucht*, *alkoholabhang*, *alkoholentzug*, " +
  "*alkoholkrank*, anonyme alkoholiker, zauberpilze, *sprengstoffanschlag*, *sprengsatz*, *rohrbombe*, " +
  "*bombendrohung*, *bombenanschlag*, bombe (bauen|gebaut|basteln), *kalaschnikow*, *schiesserei*, " +
  "*schussverletz*, *schusswunde*, (polizei|polizist|mann|tater) erschossen, *messerattacke*, *messerangriff*, " +
  "*messerstecher*, *amoklauf*, *amoktat*, *amokfahrt*, *terroranschlag*, *terrorist*, *terrormiliz*, " +
  "*terrorverdacht*, *attentat*, *geiselnahme*, *geiselnehmer*, *luftangriff*, *raketenangriff*, " +
  "*raketenbeschuss*, *drohnenangriff*, *bombardierung*, *volkermord*, *genozid*, *kriegsverbrech*, " +
  "*kriegsopfer*, *kriegsfluchtling*, *kriegstrauma*, *konzentrationslager*, *vernichtungslager*, *holocaust*, " +
  "*massengrab*, *todesopfer*, *flugzeugabsturz*, *hubschrauberabsturz*, *zugungluck*, *busungluck*, " +
  "*lawinenungluck*, *erdbebenopfer*, *flutkatastroph*, *hungersnot*, " +
  "(tote|toten|verletzte) (bei|nach|durch) (angriff|anschlag|unfall|erdbeben|brand|schusse|explosion|unwetter), " +
  "menschen (getotet|starben|ums leben), ums leben gekommen, *kindesmissbrauch*, *kindesmisshandlung*, " +
  "*kindesmisshandel*, *kinderporno*, *padophil*, *paedophil*, *kinderschander*, *kindesentfuhr*, " +
  "*kindesentzieh*, *kindesvernachlass*, *kindeswohlgefahrd*, *kindesmord*, *kindsmord*, *kindstotung*, " +
  "plotzlicher kindstod, *kindersoldat*, *kinderhandel*, kinderehen, *inobhutnahme*, *schutteltrauma*, " +
  "vermisst* (kind|kinder|madchen|junge), (kind|madchen|junge) wird vermisst, " +
  "(papa|vater|stiefvater|mama|mutter) (schlagt|verprugelt|misshandelt) (mich|uns), " +
  "(eltern|erzieher|lehrer) (schlagen|misshandeln) (mich|uns|kind|kinder), cybermobbing, mobbingopfer, " +
  "frauenhaus*, *menschenhandl*, *drogenhand*, notarzt (gerufen|rufen|kam), bekomme keine luft mehr, " +
  "(erschossen|erstochen) aufgefunden, " +
  "(mann|frau|kind|jugendlicher|schuler|tochter|sohn|polizist) (niedergestochen|erstochen), (k o|ko) tropfen, " +
  "(im sterben|im koma) (liegt|lag), (kam|kamen) ums leben, (koksen|gekokst|zieht koks|gramm koks), " +
  "*hinterbliebene*, trauer um (meine|meinen|unseren|unsere), eingeaschert*, " +
  "(mutter|mama|vater|papa|oma|opa|mann|frau|sohn|tochter|kind|baby|bruder|schwester|freund|freundin|hund|katze|kater|onkel|tante|grossmutter|grossvater) (ist|plotzlich|heute|gestern)? gestorben, " +
  "(mein|meine|unser|unsere) (mutter|mama|vater|papa|oma|opa|mann|frau|sohn|tochter|kind|baby|bruder|schwester|freund|freundin|hund|katze|kater) ist tot, " +
  "(metastasen|metastasiert), " +
  "(wieviele|wieviel|wie viele) (schlaftabletten|tabletten|pillen) (muss ich|sind zu viel|sind zu viele|sind tödlich|bis man stirbt), keinen sinn mehr aufzuwachen, keinen sinn mehr morgens aufzuwachen, (jemand|niemand|keiner|keinem) merken wenn ich (weg|tot|nicht mehr da) wäre, (bombe|bomben) (bauen|basteln), rohrbombe*, wieder gespritzt, wieder heroin, (nacktbild|nacktbilder|nacktfoto|nacktfotos) (von|einer|meiner) (einer)? (mitschülerin|tochter|klassenkameradin), bewaffneter in (der|unserer|meiner) schule, amokläufer*, amoklauf*, (mundwinkel|gesicht) hängt (runter|herunter|herab|plötzlich)";
