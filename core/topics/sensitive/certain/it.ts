/** Certain expressions, separated by commas. */
export const it: string =
  "autolesion*, (togliermi|togliersi|si e tolto|si e tolta|tolto|tolta|toltosi) la vita, " +
  "(voglio|vorrei|volevo|voglia di|desidero|preferirei) morire, " +
  "(voglio|vorrei|penso di|volevo|voglia di|meglio) (ammazzarmi|uccidermi|impiccarmi|farla finita), " +
  "(non voglio|non vorrei) piu (vivere|esistere|svegliarmi), non ho piu voglia di vivere, " +
  "stanc* di (vivere cosi|esistere|essere viva|essere vivo), non merito di vivere, vorrei non essere mai nat*, " +
  "(porre|mettere|messo|posto) fine alla (mia|sua|propria) vita, " +
  "(impiccarsi|si e impiccato|si e impiccata|trovato impiccato|trovata impiccata), " +
  "(tagliarmi|tagliarsi|mi taglio|si taglia|mi sono tagliata|si e tagliata) (le vene|le braccia|i polsi), " +
  "tagli (sui polsi|sulle braccia|sulle sue braccia), (farmi|farsi|mi faccio) del male da sol*, " +
  "voglia di farmi del male, " +
  "(buttarmi|buttarsi|gettarsi|gettarmi|lanciarmi|lanciarsi|si e lanciato|si e lanciata|si butta|si e buttato|si e buttata) (dal|dalla|nel|sotto|sui) (ponte|balcone|finestra|vuoto|treno|un treno|la metro|binari|tetto|cavalcavia|viadotto), " +
  "(spararmi|spararsi|si e sparato|si e sparata) (in testa|alla testa|un colpo|in bocca), gesto estremo, " +
  "pensieri di morte, anoress*, " +
  "(disturb* alimentari|disturb* del comportamento alimentare|disturbi dell alimentazione), " +
  "(procurarmi|procurarsi|autoindurmi|indurmi|provocarmi|provocarsi) il vomito, " +
  "vomito (autoindotto|dopo ogni pasto|dopo aver mangiato), (abbuffate|abbuffata) (e vomito|compulsiv*), " +
  "telefono amico, (prendere|preso|presa|ingoiato|inghiottito) tutte le (pillole|pastiglie|compresse), stupr*, " +
  "violentat*, (violentava|violentare|violentatore*), " +
  "violenza (sessuale|domestica|di genero|sulle donne|contro le donne|di gruppo|carnale|assistita|ostetrica|sui minori|su minori|in famiglia), " +
  "violenze (sessuali|domestiche|in famiglia|carnali), atti sessuali con, molestie, (molestat*|molestava), " +
  "palpeggi*, (mi|la) (ha|hanno) palpat*, abus* sessual*, " +
  "(abusato|abusata|abusati|abusava|abusavano) (sessualmente|di me|della figlia|di lei|da bambin*|di una|dei bambini|dal padre), " +
  "(aggression* sessual*|aggredita sessualmente), rapport* sessual* (non consenzient*|forzat*|contro la), " +
  "(mio|suo) (marito|fidanzato|ex|compagno|padre|patrigno|convivente) mi (picchia|mena|ha picchiat*|minaccia di morte|maltratta|violenta|strangola), " +
  "(marito|fidanzato|ex|compagno|padre) (mi|la) (picchia|picchiava|menava|mena|ha picchiata|massacra di botte), " +
  "femminicid*, antiviolenza, (reato|vittima|denuncia|accusa|denunciato|condannato|arrestato) (di|per) stalking, " +
  "atti persecutori, (chiamare il|chiama il|numero verde) 1522, sextortion, " +
  "sfruttamento (sessuale|della prostituzione|minorile|dei minori), schiav* sessual*, " +
  "tratta (di esseri umani|delle donne|delle bianche|di persone), mutilazion* genital*, " +
  "(matrimonio forzato|matrimoni forzati), (spose bambine|sposa bambina), droga dello stupro, " +
  "maltrattamenti in famiglia, divieto di avvicinamento, condoglianz*, (lutto|lutti), " +
  "(il|del|caro|cara|dei) defunt*, (funerale|funerali), " +
  "(agenzia|agenzie|pompe|cerimonia|veglia|corteo|impresa|servizi|carro|onoranze|orazione) funebr*, " +
  "camera (ardente|mortuaria), necrolog*, (della salma|la salma di|la salma del), feretro, cremazion*, " +
  "(cremato|cremata|cremati|cremare|crematorio), ceneri (del defunto|di mio|di mia|di un caro|del mio), " +
  "(disperdere|dispersione|spargere) (le|delle) ceneri, (inumazion*|tumulazion*|esumazion*|estumulazion*), " +
  "(decedut*|decesso|decessi), (venuto|venuta|venuti) a mancare, passat* a miglior vita, " +
  "(riposi in pace|riposa in pace), ci ha lasciat* (per sempre|improvvisamente|prematuramente), " +
  "(e|sei) (volato|volata) in cielo, " +
  "(mio|mia|nostro|nostra|il mio|la mia|suo|sua) (padre|madre|papa|mamma|nonno|nonna|figlio|figlia|fratello|sorella|marito|moglie|zio|zia|cugino|cugina|suocero|suocera|amico|amica|migliore amico|migliore amica|bambino|bambina|cane|cagnolino|cagnolina|gatto|gatta|gattino|coniglio|fidanzato|fidanzata|compagno) (e morto|e morta|sta morendo|e mancato|e mancata|e deceduto|e deceduta|non c e piu|se ne e andato per sempre|morira), " +
  "(e morto|e morta|morto|morta|muore|morte di|morte del|perdita di|scomparsa di) (mio|mia|il mio|la mia|nostro|nostra|mamma|papa|mio caro) (padre|madre|papa|nonno|nonna|figlio|figlia|fratello|sorella|marito|moglie|zio|zia|amico|amica|cane|cagnolino|gatto|gatta|gattino|coniglio), " +
  "(ho perso|abbiamo perso|perso|perdere|persa) (mio|mia|il mio|la mia) (padre|madre|papa|mamma|nonno|nonna|figlio|figlia|fratello|sorella|marito|moglie|bambino|bambina|cane|gatto|gatta|cagnolino|migliore amico|fidanzato|compagno), " +
  "perdita di (una persona cara|un caro|un figlio|un genitore|un bambino|un animale), " +
  "(hanno ucciso|hanno ammazzato) (mio|mia), (rimasto|rimasta|restata|restato) (vedovo|vedova|orfano|orfana), " +
  "pensione (di reversibilita|ai superstiti), certificato di morte, messa (in|di) suffragio, trigesimo, " +
  "estrema unzione, (aborto (spontaneo|interno|ritenuto)|aborti spontanei), " +
  "(nato|nata|bambino|figlio|neonato) (morto|senza vita), " +
  "morte (in culla|perinatale|intrauterina|cerebrale|assistita|improvvisa|fetale|endouterina), cure palliative, " +
  "(malato|malata|malati|fase|malattia|cancro|paziente|tumore|stadio) terminal*, eutanasi*, legge sul fine vita, " +
  "testamento biologico, (restano|rimangono|hanno dato) .. (mesi|settimane|giorni) (di vita|da vivere), " +
  "(mesi|settimane) da vivere, " +
  "tumore (maligno|al cervello|cerebrale|al pancreas|al polmone|ai polmoni|al seno|al fegato|al colon|all utero|alle ovaie|inoperabile|incurabile|metastatico|alla prostata|osseo|allo stomaco), " +
  "cancro (al|alla|ai|alle|all|del|della) (pancreas|polmone|polmoni|seno|fegato|colon|utero|ovaie|prostata|stomaco|cervello|ossa|gola|esofago|rene), " +
  "metastasi, metastatic*, glioblastom*, leucemi*, " +
  "(addormentare|sopprimere|soppresso|soppressa|far sopprimere|fatto sopprimere) (il|la|mio|un|il mio|la mia) (cane|gatto|gatta|cavallo|coniglio|micio), " +
  "ponte dell arcobaleno, (trovato|trovata|trovati|rinvenuto|rinvenuta) (morto|morta|morti|senza vita|cadavere), " +
  "arresto (cardiaco|cardiocircolatorio|respiratorio), attacc* cardiac*, " +
  "infarto (del miocardio|miocardico|fulminante|acuto|cerebrale|intestinale), " +
  "(avuto un|avere un|colto da|colpito da|colpita da|sintomi di|sintomi dell|sintomi|morto d|morto di|stroncato da) (infarto|un infarto), " +
  "ictus, emorragia (cerebrale|interna|digestiva|post partum|vaginale|massiva|subaracnoidea), embolia polmonare, " +
  "(non sta respirando|non riesce a respirare|non riesco a respirare|ha smesso di respirare|smesso di respirare|non respira piu), " +
  "(bambino|bambina|neonato|padre|madre|nonno|nonna|lui|lei) non respira, " +
  "(perso|perde|perdita di|perdere) (conoscenza|i sensi|coscienza), (svenut*|svenimento|svenimenti), " +
  "incoscient* a terra, convulsion*, cris* (epilettic*|convulsiv*|ipertensiv*|respiratori*), attacc* epilettic*, " +
  "shock (anafilattico|settico|emorragico), manovr* di heimlich, manovra di disostruzione, " +
  "(sta|sto|stava) soffocando, " +
  "(morto|morta|rischia di|rischiato) (soffocat*|annegat*|folgorat*|carbonizzat*|assiderat*|dissanguat*|investit*|accoltellat*|ammazzat*), " +
  "soffocamento, annegamento, massaggio cardiaco, rianimazione cardiopolmonare, " +
  "overdose (di|da|fatale|mortale) (eroina|farmaci|cocaina|droga|paracetamolo|fentanyl|insulina|oppioidi|oppiacei), " +
  "(morto|morta|morti|morte|morire) (di|per|da) overdose, " +
  "(preso|presa|prese) (troppe|troppi) (pastiglie|pillole|compresse|farmaci|gocce|sonniferi), " +
  "sovradosaggio di (farmaci|paracetamolo|tachipirina), " +
  "intossicazione (alimentare|da|acuta|etilica|da monossido), avvelenamento (da|del cane|del gatto), " +
  "(bocconi|polpette) avvelenat*, (cane|gatto|gatta) avvelenat*, centro antiveleni, " +
  "(bevuto|ingerito|ingoiato|inghiottito) .. (candeggina|detersivo|varechina|soda caustica|anticalcare|topicida|veleno), " +
  "coma (etilico|farmacologico|profondo|irreversibile), (in|entrato in|dal) coma, " +
  "(vomita|vomitando|vomitato|vomitare|sputa|sputare|tossisce|tossire|urinare|sputo) sangue, " +
  "sangue (nelle feci|nelle urine), non smette di sanguinare, " +
  "(dolore|dolori|oppressione|fitta|fitte|peso|costrizione) al (petto|torace|braccio sinistro), trauma cranico, " +
  "frattura esposta, ustion* di (secondo|terzo) grado, ustionat*, meningite, setticemia, sepsi, " +
  "gravidanza extrauterina, morso di (vipera|serpente|cane|pipistrello), morsicat* da un cane, " +
  "puntura di (scorpione|medusa), (chiamare|chiama|chiamate|chiamato|chiamo) (l|un|una) ambulanza, " +
  "(chiamare|chiama|chiamate|chiamato|chiamo) (il|al) (118|112), prognosi riservata, in fin di vita, " +
  "incident* (mortal*|stradal*|grav*|in moto|in scooter), (grave|gravissimo) incidente, " +
  "(ferito|ferita|feriti) (gravemente|in modo grave|grave|gravi), " +
  "(investito|investita|travolto|travolta|travolti) (da|dal) (un auto|un treno|un camion|un pullman|un suv|un pirata|una macchina|una moto|un autobus|un tram|pirata della strada), " +
  "eroinoman*, " +
  "(dipendente|dipendenza|dipendenti|assuefazione) (da|dalla|dall|dalle|dagli) (eroina|cocaina|droga|droghe|alcol|oppioidi|oppiacei|morfina|crack|cannabis|sostanze|benzodiazepine), " +
  "(dose|dosi|chili|grammi) (di|d) eroina, " +
  "(fumare|fumo|fumava) (crack|il crack|uno spinello|spinelli|una canna|le canne|canne|hashish|erba), " +
  "farsi (le canne|una canna|uno spinello|di eroina|di cocaina|di crack), hashish, cannabis, " +
  "pasticc* di (ecstasy|mdma), (effetti|sotto effetto|trip) (di|dell) lsd, oppioid*, oppiace*, narcotraff*, " +
  "(spaccio|traffico|detenzione|consumo|uso) di (droga|droghe|stupefacenti|sostanze stupefacenti|cocaina|eroina|hashish|marijuana|cannabis|armi), " +
  "sostanze stupefacenti, spacciator*, " +
  "(spacciare|spacciava|spacciavano|spacciano|vendere) (droga|cocaina|eroina|hashish), " +
  "droghe (pesanti|leggere|sintetiche|illegali), " +
  "(drogarsi|drogarmi|mi drogo|si droga|si drogava|si drogano|drogati|tossico dipendente), tossicodipend*, " +
  "tossicoman*, comunita (di recupero|per tossicodipendenti), " +
  "disintossicazione (da|dall) (alcol|droga|droghe|cocaina|eroina), crisi di astinenza, " +
  "(alcolismo|alcolista|alcolisti), (padre|madre|marito|moglie|compagno|ex) alcolizzat*, psilocibin*, " +
  "funghi allucinogeni, arm* da fuoco, porto (d armi|abusivo), detenzione (abusiva|illegale) di arm*, " +
  "arm* (chimiche|di distruzione di massa|biologiche|da guerra|clandestine), autobomb*, " +
  "ordign* (esplosiv*|bellic*|incendiar*|rudimentale), cintura esplosiva, (allarme|pacco) bomba, " +
  "(bomba|bombe) (carta|artigianale|atomica|atomiche|nucleare|a mano|a grappolo), (bottiglia|bottiglie) molotov, " +
  "gas (sarin|nervino|mostarda|lacrimogeno), (accoltell*|coltellate), sparatori*, " +
  "colpi di (pistola|arma da fuoco|fucile), " +
  "(ucciso|uccisa|uccisi|ucciderla|freddato|morto) (a|con|da) (colpi|coltellate|spari|pugnalate|martellate), " +
  "agguato (mortale|di camorra|mafioso), strage di (mafia|civili|bambini), adescament*, " +
  "(adescato|adescata|adescava|adescati), pornografia (infantile|minorile), prostituzione (minorile|infantile), " +
  "lavoro minorile, (bullismo|cyberbullismo|bullizzat*), " +
  "(abusi|abuso|violenze|violenza|maltrattamenti|molestie|atti sessuali) (su|sui|a|con) (minor*|bambin*|minorenn*|un minore|una minore), " +
  "(bambino|bambina|bambini|minore|minori|ragazzina|ragazzino|neonato|neonata|quindicenne|tredicenne|quattordicenne|dodicenne|sedicenne) (scomparso|scomparsa|scomparsi|rapito|rapita|rapiti|abbandonato|abbandonata|maltrattato|maltrattata|maltrattati|abusato|abusata|abusati|violentata|uccisa|ucciso|picchiato|picchiata|scosso), " +
  "(rapimento|scomparsa|sparizione|sequestro|omicidio|stupro) (di|del|della) (un|una|bambino|bambina|bambini|minore|neonata|neonato|piccola|piccolo|ragazzina), " +
  "(bambini|bambino) soldato, minor* non accompagnat*, telefono azzurro, tratta di minori, " +
  "traffico di (minori|bambini|organi|esseri umani), " +
  "(patrigno|zio|nonno|padre|prete) mi (toccava|tocca|ha toccata|violentava|molestava|abusava), " +
  "(mi|lo|la) picchiano a scuola, crimin* (di guerra|contro l umanita), zon* di guerra, cessate il fuoco, " +
  "bombardament*, raid (aereo|aerei), " +
  "attacc* (missilistic*|terroristic*|aereo|aerei|con droni|suicid*|chimico|nucleare), missili balistici, " +
  "(attentato|attentati), attentator*, (terrorismo|terrorista|terroristi|terroristic*), stato islamico, " +
  "pulizia etnica, (olocausto|shoah), camp* di (concentramento|sterminio|profughi), lager nazist*, " +
  "(eccidio|eccidi), foss* comun*, ostaggi, massacro di (civili|innocenti|bambini), mine antiuomo, " +
  "vittime (civili|mortali|del terremoto|della strage|dell attentato|della guerra|dell alluvione), " +
  "morti e .. (feriti|dispersi), (decine|centinaia|migliaia) di (morti|feriti|dispersi|sfollati|vittime), " +
  "nessun (superstite|sopravvissuto), profugh*, sfollat*, terremotat*, " +
  "(scossa|scosse|sciame) (di terremoto|di assestamento|sismica|sismiche|sismico), " +
  "terremoto (di magnitudo|devastante|distruttivo), " +
  "(vittime|crolli|epicentro|sisma) (del terremoto|del sisma|di magnitudo), " +
  "magnitudo .. (terremoto|sisma|scossa), allerta tsunami, (alluvione|alluvioni|alluvionat*), " +
  "(inondazione|inondazioni), (esondazion*|esondat*), nubifragi*, " +
  "(travolto|travolti|travolta|sepolti|morti) (da una|sotto una|sotto la|dalla) (valanga|slavina|frana), " +
  "incendi boschivi, incendio (boschivo|mortale|doloso), " +
  "(disastro|incidente|disastri|incidenti|schianto) (aereo|aerei|ferroviario|ferroviari|nucleare|ambientale), " +
  "(aereo|elicottero) (precipitato|caduto|schiantato|precipita), (deragliament*|deragliat*), " +
  "naufragio di (migranti|un barcone), (barconi|strage) di migranti, " +
  "(catastrof*|disastri) (natural*|nuclear*|aerea|umanitari*), (privo|priva) di sensi, " +
  "quante (pastiglie|pillole|compresse) (per morire|sono troppe|per dormire sono), senso di svegliarmi, senso svegliarsi domani, (qualcuno|nessuno) si accorgerebbe se, (fabbricare|costruire) una bomba, bomba artigianale, uomo armato (nella|a|in) (mia|nostra)? scuola, (foto nuda|foto nude) di una (compagna|mia compagna|alunna), mi sono bucato, ricaduta (nella droga|con l'eroina), ricaduto (nella droga|nell'eroina), bocca storta da un lato, lato della faccia";
