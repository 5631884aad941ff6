import type { SubjectPatterns } from "../subject-patterns.ts";

const kin =
  "(madre|padre|mamma|papa|babbo|nonn*|figli*|fratell*|sorell*|marito|moglie|zio|zia|cugin*|amic*|bambin*|cane|cagnolin*|gatt*|cavallo|coniglio|compagn*|suocer*|collega|gemell*|nipot*|fidanzat*|padrino|madrina|vicin*)";
const child =
  "(bambin*|bimb*|figli*|minor*|minorenn*|neonat*|lattante|alunn*|alliev*|adolescent*|ragazzin*|nipot*|sorell*|fratellin*|fanciull*|dodicenn*|tredicenn*|quattordicenn*|quindicenn*|undicenn*|gemellin*|scolar*)";
const adult =
  "(uomo|adulto|adulti|sconosciut*|signore|allenatore|istruttor*|mister|qualcuno|tizio|un tipo|prete|parroco|sacerdote|catechist*|patrigno|ventenne|ventottenne|trentenne|quarantenne|maggiorenne)";
const partner = "(marito|ex|fidanzat*|compagno|ragazzo|convivente|suocero|capo|datore|padrone)";

/** Italian. `viola`, `tratta` and `dipendenze` are everyday words. */
export const it: SubjectPatterns = {
  self_harm: {
    patterns: [
      "(autodistru*|defenestr*|cappio|lesionars*|ferirmi|farmi del male|farsi del male|lamett*|imc|sottopeso|rimorso|disprezz*|nullita|insopportabile|insensat*|malinconi*|crollo|crisi (di pianto|di nervi|esistenziale)|notti insonni|non ne posso|ne ho abbastanza|sono (sfinit*|esaust* di|svuotat*|un disastro)|andarmene per|farla finita|piangere|aiuto psic*|centro crisi|linea di ascolto|clinica psic*|ricoverat*|dca|sondino|obesit*)",
      "(vita|esistenza) & (odio|schifo|vuoto|vuota|spegner*|spenta|buio|senso|finire|stanc*)",
      "(suicid*|depression*|depresso|depressi|depressiv*|lista di modi|autolesion*|autopunizion*|anoress*|bulimi*|ortoress*|vigoress*|bigoress*|binge|abbuff*|disperazione|disperat*|antidepressiv*|psichiatr*|psicofarmac*|psicolog*|psicoterap*|terapeuta|tso|borderline|bipolar*|schizofren*|hikikomori|angosci*|ansia|ansios*|sonnifer*|lassativ*|impicc*|ammazzarmi|ammazzars*|uccidermi|uccidersi|spararsi|spararmi|mi odio|odio il mio|farla finita|telefono amico|lettera d addio|biglietto d addio|autoinflitt*|sofferenza|sofferenze|soffro|soffrire|solitudine|sopravvissut*|autostima|thinspo|pro ana|blue whale)",
      "(disturb* (alimentar*|dell alimentazione|borderline|della personalita|ha)|attacc* di panico|pensieri (bui|neri|brutti|intrusivi|di morte)|buco nero|vuoto dentro|dose letale|senza dolore|gesto (estremo|folle|disperato)|tentato|(un|il) tentativo di|toccato il fondo|brutto presentimento|mollo tutto|ana e mia|ricovero (coatto|per))",
      "((togli*|tolto|tolta|toltosi|tolse) .. vita|finire tutto|smettere di (soffrire|vivere|esistere|mangiare)|basterebbe un|niente ha (piu )?senso|(che|nessun|un|il) senso .. (trascinarsi|vivere|esistere|andare avanti)|non .. (futuro|speranza|via d uscita)|contromano|stare al mondo|vivere cosi)",
      "((non|piu|senza) .. (vivere|esistere|svegliarmi|alzarmi|andare avanti|voglia di (vivere)|uscita)|(stanc*|stuf*|stufat*) di (vivere|esistere|lottare|soffrire)|(senso|motivo) .. (mia vita|vivere)|perche (vivere|continu*)|continuo a svegliarmi|non merito)",
      "(voglio|vorrei|voleva|volevo|vuole|voler|preferi*|come|si fa a|lasciar*) (solo)? (morire|sparire|scomparire|svegliarmi piu|ammazzar*|non esserci)",
      "(senza di me|sono un (fallit*|mostro|errore)|fallit*|sentirebbe* la mia mancanza|se morissi|dormire per sempre|ce la faccio|ce la fa piu|non ha piu senso|nessuno (se ne accorg*|mi vuole|mi capisce|mi ama)|non (ci saro|sarei|valgo|servo)|mi sento (vuot*|svuotat*|sol*|invisibile|leggera|uno schifo|morta)|mi vergogno)",
      "(mi (taglio|graffio|brucio|mordo|strappo|pesto|picchio|punisco|abbuffo|butto|ferisco|faccio (del )?male)|si (taglia le|tagliava|graffia|lascia morire|butta giu|fa del male))",
      "(tagli*|bruci*|cicatric*|graffi*|segni) & (braccia|braccio|polsi|polso|cosce|maniche|sangu*|avambracc*)",
      "(balcone|ponte|tetto|treno|treni|finestra|metro|binari|viadotto|cavalcavia|scogliera|ringhiera|macchinista) & (buttar*|buttat*|gettar*|gettat*|attimo|vuoto|saltar*|lanciars*|lanciarm*|lanciat*|passo|investito|fissare|penso)",
      "(pastiglie|pillole|farmaci|medicine|fiale|armadietto|flacone|pasticche|gocce) & (morire|svegli*|da parte|allineat*|apposta|fissare|svuotat*|cassetto|conservat*|ingerit*|tutte|mischiat*)",
      "(mangi*|digiun*|pasto|cibo|chili|calorie|dimagri*|corpo|ossa) & (di nascosto|schifo|paura di|ancora grass*|vomit*|leggera|odio|odia|ossession*|sporgono|conto le|vergogn*|da giorni|disgust*|non mangia)",
      "(addio|scusatemi|perdonatemi) & (gruppo|risponde|spento|tutti)",
      "(corda|fucile|pistola) & (guard*|garage|collo|mano|chiesto|dov e|testa|zitto)",
      "(addio a tutti|salutato tutti|starete meglio|regalato (la|il)|numero (verde|di emergenza)|parla (di|della) morte|lista di modi|lasci* la stanza|non (mangio|dormo|lascia la stanza|esce|parla) (piu|da)|nn mangio)",
      "(sono|sto|salito|salita|sedut*) (sul|sulla|su) (un )?(ponte|tetto|balcone|cornicione|binari)",
    ],
  },
  sexual_violence: {
    patterns: [
      "(spogliat*|nudit*|mutandine|genital*|pene|vagina|tette|sedere|eccit*|erezion*|sesso|intimita|toccamenti|sverginat*|verginita|aggredit*|vittima|picchiava|botte|lividi|percosse|possessiv*|manipolator*|narcisista|perseguit*|pedina*|appostat*|minacci*|fischi* .. (strada|dietro)|rifugio per donne|donna (sola|incinta) .. (picchiat*|paura)|ho detto (di )?no|badoo|alpini|fermarmi|fermo quando)",
      "(capo|collega|autista|tassista|professore|medico|massaggiatore|prete|superiore|cliente|cugino|zio) & (ginocchi*|coscia|complimenti|baci*|scollatura|spogliar*|hotel|sfior*|allusion*|palp*|strusci*|occhiate|fissa)",
      "(stupr*|molestat*|molestie|molestia|molestava|molestare|violentat*|violentar*|violenz*|violento|violenta|violenti|antiviolenza|sessual*|sessist*|abuso|abusi|abusat*|abusav*|abusant*|palpegg*|palpa*|palpo|incest*|stalk*|revenge porn|deepfake*|porno*|femminicid*|metoo|weinstein|epstein|pelicot|prostitu*|sfruttamento|escort|nudes|codice rosso|1522|catcalling|upskirting|voyeur*|guardon*|esibizion*|maniac*|predator*|pervers*|viscid*|lascivo|ricatt*|estors*|sextortion|stealthing|consens*|consenzient*|vaginism*|ginecologic*|(penetrato|penetrata|penetrarmi|penetrare|penetrazione)|masturb*|mutilazion*|querel*|denunciarlo|sporgere|calunnia|testimoniare|braccialetto elettronico|divieto di avvicinamento|ammoniment*|casa rifugio|case rifugio|maltratt*|traum*|profilassi|ghb)",
      "(costring*|costrett*|obblig*|insist*|pretend*|dico no|detto (di )?no|forzat*) & (rapport*|a letto|spogli*|marito|fidanzat*|fermat*|continuato|non vol*|baciat*|toccar*)",
      "(tocc*|palp*|mano sul*|mani sul*|strusc*|bacia*|accarezz*) & (seno|culo|cosce|coscia|capo|zio|patrigno|cugino|allenatore|autobus|bus|metro|addosso|collo|dorm*|da piccola|medico|ginecolog*|fisioterapist*|discoteca|senza chiedere|con la forza|quando passo|sotto la gonna|pista|fidanzati)",
      "(bicchiere|drink|festa|ubriac*|locale|serata) & (drogat*|non ricord*|messo qualcosa|ricord*|violen*|letto|svegli*)",
      "svegliat* & (nuda|ricordo|addosso)",
      "(foto|video|immagini|chat|messaggi*|commenti) & (intim*|nuda|nudo|nudi|nude|diffus*|diffond*|su telegram|spint*|schifos*|volgar*|osè|oscen*)",
      "((cosa|quello che) (mi|gli|le) (ha fatto|faceva|hanno fatto)|mi ha (bloccat*|baciat*|toccat*|seguit*|filmat*|costrett*|spinta|strattonat*|schiaffeggiat*|picchiat*|drogat*|presa a)|mi hanno (filmat*|toccat*|palpat*|seguit*|fatto)|mi toccava|toccarmi|toccava (quando|da)|mi tocca|contro il muro|con la forza)",
      "(mi sento (sporca|braccata|in pericolo)|contro la mia volonta|approfittat*|mi ha fatto (cose|del male)|mi segue|mi seguiva|si e fermato|dove non doveva|allusioni|avances|battute (a sfondo|sporche|oscene)|a sfondo|com ero vestita|nessuno mi crede*|colpa mia|se l e cercata|pillola del giorno dopo|mi crede*|il suo fiato|paura di (lui|lei|mio marito|uscire))",
      `${partner} .. (mi|la|le) (picchia|mena|minaccia|ha picchiat*|controlla|insulta|umilia|segue|perseguita|spinge|strattona|obbliga|impedisce)`,
      "((mi|la) (picchia|mena|minaccia|ha picchiat*|perseguita|strattona|umilia)|geloso|gelosia)",
      "(filmat*|ripres*|fotografat*|spia*|telecamer*|registrat*) & (senza (chiedere|permesso|il mio)|doccia|di nascosto|bagno|camerino|serratura)",
      "((ero|rimasta) (bloccata|paralizzata|immobile|pietrificata|ubriaca)|(zio|cugino|fratello|patrigno|prete|nonno) .. (faceva|piccola|bambina|abusava|toccava)|non (ho urlato|mi sono difesa)|(anche se|quando) (io )?non voglio|non ricordo (nulla)|porta a chiave|tratta di (esseri|persone|donne))",
    ],
  },
  grief: {
    patterns: [
      "(dolore per|spegn* (serenamente|stamattina|ieri)|scompars* prematur*|estint*|salma|marmist*|ossario|ossa (dei|di)|fiori .. (tomba|funeral*)|corona di fiori|ultimo (respiro|abbraccio|giorno insieme)|dirgli addio|dirle addio|dire addio|salutarl* per|ricordare (mio|mia|chi)|anniversario della|minuto di silenzio|elogio|successione|pensione ai superstiti|rimasto solo|rimasta sola|elabor* (il|la)|incurabil*|inguaribil*|inoperabil*|malat* gravemente|aspettativa di vita|coma|parkinson|alzheimer|sedazione|staccare la spina|biotestamento|donazione (organi|degli organi|del corpo))",
      "(gatto|gatta|cane|cagnolina|coniglio|criceto|pesce|pappagallo|cavallo) & (piang*|seppell*|cremar*|investit*|addorment*|vecchio|malat*|soppression*|veterinari* .. iniezione|manca)",
      "(morte|morti|morto|morta|morire|morendo|muore|muoiono|mortuari*|lutto|lutti|funeral*|funebr*|esequie|condoglianze|cimiter*|camposanto|tomba|loculo|lapide|bara|feretro|cremazion*|cremat*|ceneri|urna|sepolt*|tumulazion*|inumazion*|esumazion*|tanato*|necrolog*|necrofor*|epigraf*|camera ardente|defunt*|decedut*|decesso|aborto*|abortito|abortire|la sla|urne (cinerarie|bio*)|vedov*|orfan*|palliativ*|hospice|agonizz*|agonia|moribond*|eutanasia|suicidio assistito|autopsia|tumor*|cancro|metastas*|leucemia|linfoma|glioblastoma|melanoma|chemio*|morfina|commiato|trapass*|eredit*|testament*|shiva|de profundis|compiant*|buonanima|superstite|inconsolabil*|straziat*|reversibilita)",
      "((fase|malat*|stadio|cancro) terminale|fase avanzata|stadio (4|iv|avanzato)|quarto (grado|stadio)|fin di vita|fine vita|quanto si vive|gravidanz* .. (finit*|interrott*|persa|male)|nat* mort*|fascia nera|estrema unzione|trigesimo|messa di suffragio|2 novembre|ultimo saluto|ultime volonta|venut* a mancare|bosco della memoria|seduta spiritica|medium .. parlare|estremo saluto)",
      `${kin} .. (mancat*|non c e|ci ha lasciat*|cielo|se n e andat*|se ne (e|sta)|sopprim*|mancano|non torna*|schiantat*|spirat*|volat* in|non ce l ha fatta|spent*)`,
      `(perso|persa|perdere|perdita|perduto|scomparsa|mancanza|lasciava|mi manca|senza) (di|del|della|a|il|la|un|una|i|l)? (mio|mia|nostro|nostra|suo|sua|il|la|caro|cara)? ${kin}`,
      "(e mancat*|manca da|venuta meno|passat* a miglior vita|ponte dell arcobaleno|arcobaleno .. cane|non c e piu|ci ha lasciat*|mi spezza|(non ci|ancora) (credo|piango)|pianto|piangere|piango|lacrime)",
      "(giorni|mesi|settimane|anno|natale|compleanno|vita|vivere) .. (da vivere|di vita|senza (di )?(te|lui|lei|mamma|papa|mio|mia|nonn*)|se n e andat*|dalla sua (morte|scomparsa))",
      "(suo|sua|suoi|sue|sui) (vestiti|stanza|voce|giacca|nome|odore|foto|occhiali|profumo|poltrona|lato|vocali) & (cancell*|buttare|sono passati|ancora|citofono|intatta|lascio|letto|notti|tengo)",
      "(medici|dottori|oncolog*|medico) .. (nulla da fare|settimane|mesi|giorni|speranz*)",
      "(casa|vuota|silenzio|letto) .. (senza (di lui|di lei|te)|vuota|vuoto)",
      "((apparecchio|cucino) ancora .. per (lei|lui|due)|avrebbe (compiuto|fatto)|sarebbe stato il suo|(non tornera|non verra|mai piu tornera)|suo odore|odore di (mamma|papa|lui|lei|mia madre|mio padre)|vocali di)",
      "veterinari* .. (momento|soff*|addorment*)",
      "(addormentat*|addormentare|sopprim*|soppresso) .. (cane|gatt*|coniglio|cavallo)",
      "(medico|medici|dottore) & (mamma|papa|madre|padre|nonn*) & (mesi|settimane|giorni)",
      "(sogno|sogna|sogni) & (padre|madre|fratello|sorella|nonn*|mamma|papa|marito|non c e)",
    ],
    except: ["((il|dal|nel|da|del) terminale|terminale (linux|bus|mac)|eredit* .. (java|python|classi|css))"],
  },
  medical_emergency: {
    patterns: [
      "(lattante .. tosse|labbra .. blu|costole .. respir*|sudor* fredd*|fredd* e sudat*|pallid*|collass*|capogir*|vertigin*|formicolio|paralisi|paresi|strozz*|caduto dal*|caduta dal*|caduto (di|in)|perde coscienza|disidratat*|allucina*|crisi (respiratoria|asmatica|convulsiva|allergica|ipertensiva)|asmatic*|ventolin|febbre .. (40|41|convuls*)|pressione (200|190|180)|taglio profond*|taglio .. punti|sutura|ematom*|bernoccolo|trauma|contus*|occlusione|blocco intestinale|colica|distacco|placenta|preeclampsia|gestosi|fosgene|varichina|soda caustica|funghi .. (mangiat*|male|vomit*)|mangiato .. funghi|oleandro|colchico|mughetto|tagliola|corrente .. (presa|cavo)|schiacciamento|bruciatur*|ustion*|acqua bollente|olio bollente|guardia medica|elisoccorso|numero unico|codice (giallo|verde|rosso)|laccio emostatico|bevuto .. tropp*)",
      "((il|al|chiam*|arrivi il) (118|112)|sotto shock|battito (irregolare|assente)|preso tropp*|ospedale .. (corsa|ricoverat*)|confusionale|labbra (blu|viola|gonfie)|urgente .. medic*|monossido|glicemia|ipoglicemi*|chetoacidosi|insulina|adrenalina|epipen)",
      "(attacco d asma|colpit* da un fulmine|d urgenza|infarto|ictus|arresto cardiaco|arresto respiratorio|emorrag*|sangu*|coagul*|svenut*|sviene|svenire|svenimento|incoscient*|inerte|esanime|overdose|sovradosaggio|avvelen*|veleno|veleni|velenos*|antivelen*|intossic*|botulin*|soffoc*|annega*|affogat*|convuls*|epiless*|epilet*|anafila*|rianima*|massaggio cardiaco|defibrillat*|il dae|dae in|ambulanza|soccors*|soccorr*|folgorat*|elettrocu*|assiderat*|congelamento|heimlich|appendicite|peritonite|meningite|sepsi|setticemia|embolia|trombosi|aneurisma|aorta|torsione|polmonite|pneumotorace|bronchiolite|ferit*|incidente|incidenti|frattur*|lussa*|slogat*|amputa*|tranciat*|mozzat*|commozione cerebrale|pupill*|cianotic*|paonazzo|vipera|scorpione|medusa|candeggina|varechina|antigelo|anticalcare|ammoniaca|urgente .. medic*|codice rosso|rantol*|biascic*|balbett*|farfugli*|delira|tachicardia|aritmia|palpitazion*|fontanella|peggior mal di testa|posizione laterale|morsicat*)",
      "((perso|perde|perse|perdita di|perdere|privo di|priva di) (i )?(sensi|conoscenza|sangue)|morso|morsi|morsa da|punto sul|puntura di|punture di|preso la scossa|scossa elettrica|(di|la) traverso|senza polso|colpo di (calore|sole)|gambe molli|vede (doppio|sfocato|nero)|vedo (doppio|sfocato|nero)|cuore .. (sento|ferm*|batte|impazz*)|coma)",
      "(non|fatica a|difficolta a|riesco a|smesso di|riesce a|manca|respiro) .. (respira|respirare|respiro|prendere aria|aria|il fiato|corto|affannoso)",
      "(dolor*|male|pressione|stretta|fitta|fitte|mal di testa|mal di pancia|coliche) & (petto|braccio sinistro|torace|testicol*|improvvis*|lancinant*|insopportabil*|fortissim*|atroce|addome|febbre|incinta|piegat*|mandibola|peggior*)",
      "(bocca|viso|faccia|braccio|gamb*|mano|occhio|dita|addome|pancia) .. (stort*|cascante|paralizz*|addormentat*|formicol*|pend*|blu|bianche|insensibil*|incastrat*|schiacciat*|conficcat*|legno|schegg*)",
      "(storta|cascante|scheggia|conficcat*|infilat*|infilzat*) .. (bocca|faccia|occhio|naso|gola|piede|mano|orecchio)",
      "non .. (sento|sente|muove|muovere|risponde|reagisce|riconosce|svegl*) .. (gamba|gambe|braccio|braccia|mano|piu|nessuno)",
      "(ingoi*|ingeri*|bevut*|bevuto|beve|mangiat*|inalat*|inghiott*|preso|presi|iniettat*) & (pila|pile|batteria|deters*|deterg*|moneta|pastiglie|pillole|medicin*|farmac*|magnete|funghi|bacche|per sbaglio|due volte|doppia|scatola|compresse|tachipirina|lisca)",
      "(paracetamolo|tachipirina|ibuprofene|farmaci|pastiglie|pillole|gocce|compresse|antidolorific*) & (tutta la scatola|tutte|per sbaglio|preso tre|alcol|insieme|doppia|mischi*)",
      "(gonfi*|chiudendo|allergi*|gratta|orticaria|prurito) & (gola|lingua|labbra|vespa|ape|api|calabrone|viso|faccia|respir*|gamberi|noci|arachidi|occhi|antibiotico|fischi*)",
      "(mors*|pung*|punt*|puntura|graffi*) .. (serpente|cane|gatto|ratto|topo|vespa|ape|calabrone|ragno|zecca|pipistrello)",
      "(cadut*|cade|caduta|cadendo|battuto|sbattut*|scivolat*|picchiato|botta) & (testa|nuca|tempia|scale|scala|tetto|fasciatoio|vomit*|schiena|anca|femore|nonn*|seggiolone|lettino|cavallo|spigolo|monopattino)",
      `${child} & (febbre|reagisce|non si sveglia|rigid*|trem*|gemit*)`,
      "(non si sveglia|si e accasciat*|si muove piu|svegliarla|svegliarlo|(motociclista|ciclista|motorino|casco) .. (terra|sfil*|tolgo)|auto rovente|chiuso (nell|in) auto|sputa (saliva|sangue)|fiotti|schizza|roba nera)",
      "(tagliat*|bruciat*|schiacciat*|incastrat*) & (dito|dita|profond*|bollente|occhio|polso|vetro|affettatrice|sega|mano|punti)",
      "(incinta|gravidanza|contrazioni|il parto|partor*|le acque|cesareo|travaglio) & (perdite|cadut*|minuti|muove*|rott*|rompono|verdi|testa|macchina|settiman*|dolor*|vede|mal di testa)",
      "(vomito|vomita|vomitando|vomitare|vomitato|parla strano|gamba rotta|braccio rotto|osso (rotto|fuori)|livid*|metadone|allarme gas|fuga di gas|odore di gas|febbre (a 40|a 41|altissima|alta)|collo rigido|nuca rigida)",
      "(candeggina|varechina) .. (mescol*|aceto|toss*)",
    ],
    except: [
      "(esami del sangue|analisi del sangue|prelievo del sangue|arance sanguin*|urgente|corda soffocat*|annega* (nel|in) (lavandino|sottovaso|mail))",
    ],
  },
  weapons_drugs: {
    patterns: [
      "(alcolock|sballo|sballat*|viaggio (psichedelico)|pasticca|pasticche|roba (buona|tagliata)|buco|bucarsi|tirato|chetamina|ritalin|stimolant*|popper|sostanz* (illegali|stupefacent*)|illegal*|contrabband*|pregiudicat*|cosca|pizzo|omerta|azzard*|videopoker|dipendenz* .. (gioco|alcol|sostanze|cocaina)|smettere di (bere|fumare erba|drogarsi)|al sert|comunita terapeutica|overdose|sparare|spararmi|arco .. caccia|licenza di caccia|questura .. (fucil*|armi)|coltello a|nunchaku|granate|mine antiuomo|polvere da sparo|ndrine)",
      "(cocain*|sobrio|sobria|alcolis*|alcolizz*|alcolic*|alcolemi*|slot machine|(il|di|fuma*|del) crack|erba legale|eroina|eroinoman*|l ero|cannabis|marijuana|hashish|hascisc|fumo da|mdma|ecstasy|lsd|ketamina|keta|fentanyl|oppioid*|oppiace*|oppio|morfina|codeina|contramal|tramadol*|ossicodone|xanax|lexotan|valium|tavor|rivotril|lyrica|metanfetamin*|anfetamin*|shaboo|ghb|funghetti|psilocib*|ayahuasca|thc|cbd|canna|canne|spinell*|coca|droga|droghe|drogat*|drogare|drogars*|tossic*|spacci*|pusher|narco*|stupefacent*|alcool*|superalcolic*|ubriac*|sbronz*|serd|astinenza|disintossic*|ricadut*|dark web|delirium|naloxone|subutex|metadone|siring*|etilometr*|etilico|sniff*|allucinogen*|tranquillant*|calmanti|ansiolitic*|benzodiaz*|camorra|mafia|mafios*|ndrangheta|agguato|cartello (di|della|messicano)|escobar|ludopat*|scommesse|rave|riduzione del danno|meth|tampone positivo|drug test|controllo antidroga|ricettazione|gratta e vinci)",
      "(mercato nero|dipendenza (da|dal|dalla|dai)|dipendente da|non riesco a farne a meno|farne a meno|puzza di erba|piante sotto|una striscia|farmi beccare|coltiva* .. (piante|erba|cannabis|cantina)|comunita di recupero|san patrignano|ritirato la patente|fatto di)",
      "(compr*|fuma*|fumo|fumato|grammi|grammo|tirare|trovare|puzza*) .. (erba|fumo|canne|sabato)",
      "(polvere bianca|polverina|bustin*|pillole|bilancino) & (figli*|marito|camera|zaino|tasca|ragazz*)",
      "(alcol|bevo|beve|beveva|bere|vino|vodka|birr*|whisky|bicchier*|bottigli*|grappa) & (tutti i giorni|ogni (sera|sabato|giorno)|al giorno|riesco a smettere|di prima mattina|la mattina|nascost*|nasconde|smettere|tremo|trema|picchia|marito|armadio)",
      "(pistol*|revolver|rivoltella|beretta|glock|fucil*|doppietta|carabina|mitra|mitragli*|munizion*|cartucc*|proiettil*|calibro|balistic*|silenziatore|esplosiv*|dinamite|tritolo|detonator*|bomb* a mano|ordign*|molotov|kalashnikov|ak 47|ak47|armi|armaiol*|armeria|taser|storditore|spray al peperoncino|peperoncino spray|tirapugni|manganello|machete|katana|pugnale|balestra|serramanico|sparator*|softair|airsoft|poligono|tiro a segno|guardia giurata|arma (impropria|da|bianca|del|clandestin*)|un arma|l arma|cacciatore|ricina|cianuro|arsenico|disarm*)",
      "(coltell*|lama|taglierino) & (scuola|difesa|zaino|tasca|girare|legale|porto|polizia|carabinieri|poliziotto|minacci*|auto|discoteca)",
      "(costru*|fabbric*|comprare) .. (ordigno)",
      "bomba (artigianale|carta)",
      "bombe (carta|artigianali)",
    ],
    except: [
      "(pistol* (ad acqua|a spruzzo|per colla|giocattolo|massagg*|a caldo|per silicone)|(dipendenza|drogat*) (da|di) (serie*|cioccolato|caffe|tv)|arma segreta|coca cola|erba (sintetica|cipollina)|cartucc* .. (stampante|inchiostro|hp|epson|canon)|(analcolic*|gel alcolico)|slot (libero|di tempo)|fucile .. (fortnite|duty))",
    ],
  },
  minors: {
    patterns: [
      "(baby gang|babygang|minacciat* a scuola|scuola .. (picchi*|paura|insult*|derid*)|branco|devianz*|riformatorio|carcere minorile|violent* in famiglia|assistita|abbandon* di minor*|incustodit*|trascurat*|denutrit*|malnutrit*|sevizi*|percuot*|percoss*|bruciature|sparizion*|allontanat*|allontanamento|comunita per minor*|mamma ubriaca|papa ubriaco|genitori (alcol*|drogat*|ubriach*|tossic*)|onlyfans|sexting|nudo|nuda|nude|incest*|pedo|lavor* .. (minori|bambini) .. (campi|fabbric*)|operai bambini|minori (non accompagnati|stranieri soli|scompars*)|msna|orco|scuola dell orrore|spose bambine)",
      "(figli*|bambin*|bimb*|ragazzin*) & (auto|macchina|balcone) & (sol*|chius*|dimenticat*|lasciat*)",
      "(patrigno|nuovo compagno|compagno di mia (madre|sorella)|ex marito) & (bambin*|figli*|bimb*|paura|tocca*|urla|letto|bagno|strano)",
      "(bambin*|bimb*|figli*|alunn*|nipot*|ragazzin*) & (ferit*|bruciat*|lividi|occhio nero|paura|terrorizzat*|trema|disegn* .. (strani|sesso|violent*)|pipi a letto|incubi|non vuole (piu )?(tornare|andare) (a scuola|da|dal)|scompare|cellulare .. (uomo|sconosciut*)|videogioco|chat|roblox|discord|instagram|telegram|gioco online) & (uomo|adult*|sconosciut*|padre|papa|zio|nonno|patrigno|scuola|maestr*|prete|foto|incontr*|allenator*)",
      "(pedofil*|emergenza infanzia|tutela (dei minori|dagli abusi)|(suo|il) tutore|cinghiate|con la cinghia|adozione a distanza|114 emergenza|pedoporn*|adesca*|lavoro minorile|sfruttat*|sfruttamento|cyberbull*|bulli|bullo|bullis*|bullizz*|nonnismo|assistent* social*|servizi sociali|rapiment*|rapit*|sequestr*|telefono azzurro|infanticid*|affidatari*|affido|casa famiglia|tribunale per i minorenni|potesta|schiav*|spose bambine|dare in sposa|matrimonio (forzato|combinato)|mutilazione genitale|bambini soldato|(bambini|ragazzi) di strada|elemosina|setta|casellario|certificato antipedofilia|munchausen|figli contesi|orfanotrof*|abbandonat*|maltratt*|botte|ceffon*|schiaff*|sculacci*|cucchiaio di legno|ragazzate|deris*|spintonat*|spranga|chiuso (nel|in)|denise pipitone|yara|gambirasio|emanuela orlandi|loris|bibbiano|forteto|fuga da casa|scappat* di|scappare di)",
      `${child} & (stupr*|da solo (in|a casa|tutta)|sol* (di notte|tutta|a casa)|affamat*|gesti strani|segni di|chius* (in|nel)|legat* (al|alla)|trovat* .. sol*|fa paura|challenge|vittime|scompars*|scomparir*|picchi*|mena|menano|livid*|prostitu*|uccis*|chiuso|toccat*|minacci*|segret*|sola di|scappat*|sparit*|insult*|non (e )?(tornat*|rientrat*)|paura (di|del) (tornare|lui)|scalz*|legav*|sigaretta|urla|grida|ubriac*|arrest*|indagat*|denunci*|carabinieri|polizia|webcam|snap*|tiktok|mutand*|bambole|corpo e|abus*|vittim*|cantina|sfrutt*|droga|macchina al sole|conosciuto (su|online)|pericol*|trascur*|neglig*)`,
      `${adult} & (scriv*|chiest*|contatt*|incontr*|foto*|chatt*|avvicin*|messagg*|snap|snapchat|tocc*|picchi*|indagat*|arrestat*|condannat*|sospes*|segret*|bacio|abbracci*|strane|ricatt*|caramelle) & (figlia|figlio|nipot*|bambin*|minor*|sorell*|fratellin*|alunn*|alliev*|ragazzin*|tredicenne|dodicenne|(9|10|11|12|13|14) anni)`,
      "(padre|madre|papa|mamma|patrigno|matrigna|vicin*|zio|nonno|genitori|maestr*|compagno di mia madre) .. (picchi*|mena|menano|tocca*|schiaff*|legavano|urla*|insulta*|mi odia)",
      "(prete|sacerdote|allenatore|patrigno|zio|catechis*|maestro) & (segret*|doccia|letto|condannat*|non parla|si lava)",
      "(paura .. tornare a casa|paura di (papa|mio padre|mia madre|mamma)|cacciat* di casa|mi gonfia|me le da|aspettano fuori|prendono in giro|escludono|emarginat*|bagno della scuola|gruppo classe|(nido|asilo|comunita) .. (violent*|telecamere|arrestate|denuncia))",
      "((ho|compio|avevo) (10|11|12|13|14|15|dieci|undici|dodici|tredici|quattordici|quindici) anni|(ha|di) (undici|dodici|tredici|quattordici) anni .. (incinta|droga|scapp*|rapport*|uomo|lavora))",
      "vicin* & (bambin*|neonat*|bimb*|piccol*) & (urla*|piang*|sol*|picchi*|grida|lividi)",
      "(maestr*|professor*|prof|educator*|animator*|bidell*|babysitter|zio|nonno|cugino|vicino|scuola) & (tocc*|arrestat*|indagat*|picchi*|segret*|condannat*|fa paura|sospes*|abus*) & (bambin*|bimb*|alunn*|figli*|nipot*|soli|(9|10|11|12|13|14) anni)",
      "(asilo|maestra|maestre|nido|collegio|babysitter|scuola) & (picchi*|lividi|paura di|minacc*|urla*|arrest*|insulti|non vuole andare)",
      "(piccoli|piccola|piccolo) & (tutta la notte|lividi|piange sempre|picchi*|scuola ne vaccini)",
    ],
  },
  war_disaster: {
    patterns: [
      "(argine|argini|grandinata|colata|detriti|solfatara|bradisismo|richter|faglia|ingv|tendopoli|senzatetto|crollat* .. (ponte|palazz*|casa|scuola|tetto)|crollo del*|ponte crollat*|esplos*|gas .. esplo*|ordigni|detona*|attacc* (a|al|alla|terror*|hacker .. ospedali)|accoltell* .. (piazza|folla)|folla|calca|strag*|eccidio|rappresagli*|deportazion*|campo (profughi|di sterminio)|sterminio|persecuzion*|pulizia etnica|dittatura|guerriglia|milizi*|ribelli|foreign fighter*|invasion*|occupazione (tedesca|nazista|russa)|fronte (russo|orientale|occidentale)|mobilitazion*|leva obbligatoria|obiett* di coscienza|testat*|iodio|escalation|frontiera .. (chiusa|fuggir*)|asilo politico|richiedent* asilo|fugg*|fuga da*|mediterraneo .. (mort*|naufrag*)|incidente (aereo|ferroviario)|scatola nera|viareggio|linate|superga|heysel|germanwings|mottarone|blatten|concordia)",
      "(in piena|una bomba|le bombe|scoppia* .. bomba|guerra|dispersi|disperso|dispersa|lo sgombero|casa dello studente|emergency cerca|sbarchi|bellic*|combatt*|conflitto|conflitti|assedio|assediat*|terremot*|sism*|scossa di|scosse|magnitudo|tremato|tsunami|maremoto|alluvion*|inondazion*|esond*|allagat*|allagament*|nubifragio|uragan*|tifone|tifoni|ciclon*|tornado|tromba d aria|eruzion*|campi flegrei|pozzuoli|valang*|seracco|frana|frane|franat*|smottament*|incendi|incendio|carestia|siccita|colera|ebola|pandemi*|catastrof*|disastro|disastri|calamita|sfollat*|evacua*|profugh*|migrant*|rifugiat*|barcon*|protezione civile|naufrag*|colo a picco|deragli*|superstiti|sopravviss*|vittime|macerie|croll* .. (ponte|palazzo|casa|torre)|nube tossica|radioattiv*|radiazioni|chernobyl|seveso|fukushima|hiroshima|nagasaki|atomica|amatrice|vajont|morandi|rigopiano|cutro|moby prince|medici senza frontiere|croce rossa|umanitari*|lesionat*|danni (della|da|del) (grandine|maltempo)|allerta (rossa|arancione|meteo|tsunami))",
      "(attentat*|reduci|raid aere*|assassinat*|assassinio|richiam* .. (guerra|armi|quarant*)|nei lager|guerre (mondiali|civili|puniche)|terroris*|jihad*|isis|bombard*|missil*|massacr*|genocidi*|olocausto|shoah|ostagg*|bomb* atomic*|nuclear*|auschwitz|campo di concentramento|deportat*|fosse ardeatine|marzabotto|foibe|partigian*|fascis*|spari|sparano|sparator*|sparato|soldat*|militari|militare|truppe|fanteria|caporetto|trincea|trincee|nazis*|hitler|mussolini|caduti|armistizio|al fronte|il fronte|esercito|arruol*|coscrizion*|disertor*|veteran*|kamikaze|piazza fontana|bataclan|brigate rosse|via d amelio|golpe|colpo di stato|rivolta|insurrezione|cessate il fuoco|tregua|artiglieria|cecchin*|drone .. (attacc*|colpit*)|prigionier*|tortur*|fosse comuni|sirene|rifugio antiaereo|bunker|kit di 72|curd*|omicid*|delitto|uccis*|ammazzat*)",
      "(aere*|elicottero|treno|nave|pullman|funivia) .. (caduto|cadut*|precipit*|affond*|schiant*|incidente|scompars*)",
      "(gaza|rafah|palestin*|cisgiordania|hamas|hezbollah|taleban*|ucrain*|kiev|kharkiv|odessa|pokrovsk|donbass|mariupol|aleppo|putin|zelensky|siria|sirian*|libano|israel*|afghan*|iraq|yemen|sudan|somalia|haiti|sarajevo|srebrenica|kosovo|leningrado|ruanda)",
      "(russia|russi|iran|nato|cina|europa) & (attac*|invad*|bomb*)",
      "(acqua|fiume|torrente|diga) .. (salendo|entra|entrando|straripat*|arrivat*|primo piano|ceduto)",
      "(fuoco|fiamme|fumo|vento) & (palazzo|bosco|collina|paese|avvicina*|schiacciat*|buttato giu|tetto)",
      "(leva|rifugio|allarme) & (bomb*|suon*|obbligatori*)",
      "(11 settembre|mh370|montecassino|monte cassino|stalingrado|ritirata di|battaglia (di|del)|terrore|tragedia|(palazzo|casa|terra|lampadario) (trema|balla|che balla)|travolt*|sepolti|1943|1944|1945|1915|1917)",
    ],
    except: [
      "(disastr* (in cucina|ai fornelli)|(ho fatto|fare|faccio) un disastro|strage (di zanzare|di cuori)|invasione di formiche|incendio di colori|esplosione di gusto)",
    ],
  },
  except: [
    "(mor* (di|dal|da) (fame|ridere|sonno|freddo|caldo|paura|sete|voglia|noia|risate)|mort* (di|dal|da) (fame|ridere|sonno|stanchezza|freddo|paura)|(batteria|telefono|pianta|pc|schermo|orchidea|natura|punto|tempi|stagione|angolo|mar|lingua*|basilico|foglie) .. (mort*|morendo|muore)|guerr* (di prezzi|dei mondi|stellari|dei cuscini)|ammazz* il tempo|caduta (dei )?capelli|proiettile d argento)",
  ],
};
