/** Certain expressions, separated by commas. */
export const fr: string =
  "(automutil*|auto mutil*), boulimie, boulimique*, trouble* du comportement alimentaire, troubles alimentaires, " +
  "(mes|ses|un|souffre de) tca, (me|se|m etre|s est|s etre|je me|elle se|il se) scarifi*, " +
  "scarifications (aux|sur les|des) (bras|poignets|cuisses|avant bras), (me|se) taillad*, " +
  "taillad* les (veines|poignets|bras), (s|m) ouvrir les veines, (me|se) (couper|coupe|coupee) les veines, " +
  "(me|se) (faire|fais|fait) vomir, (mettre|mis|met) fin a (mes|ses|tes|leurs|nos) jours, " +
  "(mettre|mis|met) fin a (ma|sa|leur) vie, en finir avec (la|ma) vie, " +
  "(se|me|s est|m etre) (donner|donne|donnee) la mort, (attente|attenter) a (ses|mes) jours, " +
  "(je veux|je voudrais|j aimerais|envie de|veut|voulais|voulait|voulu) mourir, " +
  "(envie de|veux|voudrais|pense a|penser a|idee de) me tuer, envie de crever, " +
  "plus (envie|la force|le gout|aucune envie|aucune raison) de vivre, (veux|veut) plus (etre en vie|exister), " +
  "plus gout a la vie, je ne merite pas de vivre, (idees|pensees) (noires|morbides|de mort), " +
  "(se|me|s est|m etre|vais me|veut se) pendre, s est pendu*, retrouve* pendu*, " +
  "(se|s est|me) (defenestrer|defenestre|defenestree), " +
  "(s est immole|s est immolee|s immoler|immolation) (par le feu|devant), " +
  "(me|se|s est) (jeter|jete|jetee) sous (un|le|les|du) (train|metro|rer|tram), " +
  "(me|se) jeter (d un|du|dans le) (pont|toit|balcon|vide), sauter sous (un|le) train, (me|se) tirer une balle, " +
  "(avale|avaler|pris) (toute la|une) boite de (medicaments|somniferes|doliprane|cachets), " +
  "envie de me faire du mal, sos amitie, (le|au|appeler le|numero) 3114, violeur*, " +
  "(m|l|t) (a|ont) (viole|violee), (ete|fut|etait) (viole|violee|violes|violees), (fait|faite|faire) violer, " +
  "viol (conjugal|collectif|correctionnel|aggrave|incestueux|en reunion|sur mineur*|d une|d un|de ma|de la), " +
  "(victime*|tentative*|accus*|culture|plainte|poursuivi|condamne|mis en examen) (de|du|pour) (viol|viols), " +
  "viols (et|aggraves|en reunion|sur|commis), agression* sexuelle*, agresse* sexuellement, agresseur* sexuel*, " +
  "abus* sexuel*, abuse* sexuellement, il a abuse de (moi|elle|lui|ma|mon), attouchement*, " +
  "harcelement (sexuel|scolaire|moral|de rue), harcele* sexuellement, harceleur*, cyberharcel*, " +
  "predateur* sexuel*, " +
  "violence* (conjugale*|sexuelle*|domestique*|intrafamiliale*|familiale*|sexiste*|obstetricale*|gynecologique*|faites aux femmes|contre les femmes), " +
  "femme* battue*, (conjoint|mari|compagnon) violent, " +
  "mon (mari|ex|copain|conjoint|compagnon|mec|petit ami|pere) (me|m a) (frappe*|cogne*|etrangle*|gifle*|viole*|tabasse*), " +
  "(ma|son) (femme|copine|conjointe|mari|conjoint) (me|la|le) frappe, feminicide*, soumission chimique, " +
  "drogue du viol*, (au|du|de|le) ghb, traite des (etres humains|femmes|enfants), " +
  "(esclavage|esclave|esclaves) sexuel*, mutilation* (genitale*|sexuelle*), excisee*, mariage* force*, " +
  "rapport* sexuel* (force*|non consenti*), main aux fesses, exhibition sexuelle, balance ton porc, " +
  "(le|au) 3919, ordonnance de protection, obseques, funeraill*, (pompes funebres|ceremonie funebre), " +
  "(chambre|salon|entreprise) (funeraire|mortuaire), (plaque|urne) funeraire, condoleance*, " +
  "(faire part|avis|acte) de deces, " +
  "(declarer|declaration de|annonce du|apres le|suite au|depuis le|cause du|le) deces (de|d), " +
  "deces (brutal|soudain|premature|perinatal), (est|sont|etait|vient d etre) (decede|decedee|decedes|decedees), " +
  "endeuill*, en deuil, faire (mon|son|leur|notre) deuil, (mon|son) deuil, " +
  "(travail|etapes|phases|processus) (de|du) deuil, " +
  "deuil (perinatal|blanc|pathologique|national|d un enfant|d un proche|animalier), " +
  "le deuil de (mon|ma|mes|son|sa), " +
  "(mon|ma|notre|nos|sa|son) (pere|mere|papa|maman|mari|femme|fils|fille|frere|soeur|grand mere|grand pere|mamie|papi|papy|oncle|tante|cousin|cousine|ami|amie|meilleur ami|meilleure amie|bebe|chien|chienne|chat|chatte|lapin|cheval|hamster) (est|sont) (mort|morte|morts|mortes|parti au ciel|partie au ciel), " +
  "(mort|deces|perte|disparition) de (mon|ma|notre) (pere|mere|papa|maman|mari|femme|fils|fille|frere|soeur|grand mere|grand pere|mamie|papi|papy|bebe|chien|chienne|chat|chatte|conjoint|compagnon|epouse|epoux|ami|amie), " +
  "(perdu|perdre) (mon|ma|notre) (pere|mere|papa|maman|mari|femme|fils|fille|frere|soeur|grand mere|grand pere|mamie|papi|papy|bebe|conjoint|compagnon|epouse|epoux), " +
  "perte d un (proche|enfant|etre cher|parent|bebe), (l enterrement de (mon|ma|sa|son|notre)|a un enterrement), " +
  "crematorium, cendres (du|de la) (defunt|defunte), necrologie*, thanatopract*, pierre tombale, " +
  "(repose|reposez|reposent) en paix, nous a quittes, s est (eteint|eteinte) paisiblement, " +
  "(fausse couche|fausses couches), mort (in utero|perinatale|foetale), mort subite du nourrisson, " +
  "(bebe|enfant|fils|fille) mort ne, interruption medicale de grossesse, " +
  "(soins|soin|unite|service) (palliatif|palliatifs), (phase|stade|maladie|cancer) (terminal|terminale), " +
  "euthanasi*, (mort assistee|aide a mourir), " +
  "(faire|fait|du) piquer (mon|ma|notre|son) (chien|chienne|chat|chatte), " +
  "(plus que|reste|donnent|donne) .. (semaines|mois|jours) a vivre, glioblastome*, metastase*, leucemie*, " +
  "cancer (du|de la|des|de l) (pancreas|poumon|foie|cerveau|colon|sein|estomac|oesophage|prostate|ovaire*|uterus|os|rein|gorge|vessie|col), " +
  "cancer (incurable|generalise|metastatique|en phase), tumeur* (maligne*|au cerveau|cerebrale*|inoperable*), " +
  "maladie de charcot, arret* cardiaque*, (crise*|attaque*) cardiaque*, infarctus, " +
  "(un|d un|son|post|fait un|d|mon) avc, accident vasculaire cerebral, massage cardiaque, " +
  "(ne|il|bebe) respire plus, arrete de respirer, n arrive (plus|pas) a respirer, " +
  "(perdu|perte de|perd|perdre) connaissance, (inconscient|inconsciente) (au sol|par terre|depuis), " +
  "pronostic vital, choc (anaphylactique|septique|hemorragique), anaphylax*, oedeme de quincke, " +
  "hemorragie (interne|cerebrale|digestive|meningee|postpartum|de la delivrance|massive), rupture d anevrisme, " +
  "embolie pulmonaire, septicemie, meningite*, peritonite, appendicite, preeclampsie, grossesse extra uterine, " +
  "traumatisme cranien, coma (ethylique|artificiel|profond), (dans le|tombe dans le|sorti du) coma, convulsions, " +
  "crise* (d epilepsie|convulsive*|de convulsion*), electrocution, (s est|ete|mort) electrocute*, noyade*, " +
  "(mort|morte|morts|retrouve|retrouvee) noye*, (ingestion|avale|bu) .. (javel|deboucheur|antigel|soude), " +
  "centre anti poison, antipoison, (intoxication|empoisonnement) (au|aux|par|alimentaire|medicamenteuse), " +
  "overdose (de|d) (medicament*|heroine|cocaine|paracetamol|fentanyl|drogue*|opioide*|opiaces), " +
  "(faire une|fait une|par) overdose, (mort|morte|morts|decede|decedee) d (une overdose|overdose), " +
  "pris trop de (medicaments|comprimes|cachets|somniferes|doliprane), " +
  "surdose de (medicaments|paracetamol|doliprane|drogue), " +
  "douleur* (thoracique*|dans la poitrine|a la poitrine|au bras gauche|dans le bras gauche), " +
  "(crache*|vomi*|tousse*|crachats) (du|de) sang, sang dans les (selles|urines), perd beaucoup de sang, " +
  "detresse respiratoire, les levres (bleues|violettes), morsure* de (serpent|vipere|chien|chauve souris), " +
  "(mordu|mordue) par (un|une) (serpent|vipere|chien|chauve souris), fracture ouverte, " +
  "brulure* (au|du) (deuxieme|troisieme|second|2e|3e|3eme|2eme) degre, grand brule, " +
  "(fait|faire|fais) un malaise, malaise (cardiaque|vagal), (s est|me suis) (evanoui|evanouie), " +
  "(appeler|appelle|appelez|appele) (le samu|les pompiers|une ambulance), " +
  "(accident* (mortel*|de la route)|grave accident), grievement blesse*, " +
  "(mort|morte|morts|tue|tuee|blesse|blessee|blesses) dans un accident, " +
  "(percute|percutee|renverse|renversee|fauche|fauchee) par (une voiture|un train|un camion|un bus|un scooter|un tram|un chauffard), " +
  "(accro|addict|dependant|dependance|addiction) (a l|a la|aux|a) (heroine|cocaine|cannabis|crack|drogue|drogues|opioides|morphine|codeine|tramadol|alcool), " +
  "methamphetamin*, amphetamin*, ketamin*, captagon, haschich*, marijuan*, " +
  "(de la|fumer|sous|la) (mdma|beuh|3mmc), (de l|d) ecstasy, (sous|du|prendre du|trip) lsd, fume* du shit, " +
  "(cailloux de|fumeur* de|consommateur* de|fumer du) crack, purple drank, " +
  "(psilocyb*|champignons hallucinogenes), (opioide*|opiaces), narcotrafi*, narchomicide*, " +
  "trafic (de|d) (drogue*|stupefiants|cocaine|cannabis|armes|organes|heroine), " +
  "(usage|usager|consommation|brigade|vente|test|detention|prise|depistage) (de|des) stupefiants, " +
  "point* de deal, dealer* de (drogue|cocaine|cannabis|crack), " +
  "(de la|consommer de la|vente de|vendre de la|prise de|test de|sous l emprise de la) drogue, " +
  "drogues (dures|de synthese|illegales|recreatives), (me|se|nous) drogu*, salle* de shoot, desintox*, " +
  "addictolog*, alcoolisme, alcooliques anonymes, " +
  "(pere|mere|mari|femme|conjoint|ex|ancien|je suis|frere|soeur|fils|parent|parents) alcoolique*, " +
  "(arme|armes) a feu, (port|trafic|detention) d arme*, " +
  "armes (de guerre|illegales|chimiques|biologiques|de destruction massive), kalachnikov*, engin* explosif*, " +
  "ceinture* (explosive*|d explosifs), voiture* piegee*, bombe artisanale, alerte a la bombe, cocktail* molotov, " +
  "grenade* (a main|offensive*|lacrymogene*|de desencerclement), (coup|coups) de couteau, attaque* au couteau, " +
  "(poignarde|poignardee) (a mort|mortellement|en pleine rue), " +
  "(tue|tuee|tues|blesse|blessee|blesses|abattu) par (balle|balles), pedoporn*, pedocrimin*, " +
  "pornographie infantile, bebe* secoue*, " +
  "(maltraitance*|violence*|cruaute) (infantile*|sur enfant*|sur mineur*|d enfant*|envers les enfants|sur les enfants|faites aux enfants), " +
  "enfant* (maltraite*|battu*|martyr*|abuse*|enleve*|disparu*|soldat*|maries|exploites), " +
  "enfance (en danger|maltraitee), aide sociale a l enfance, alerte enlevement, " +
  "enlevement (d un|d une|d) (enfant*|mineur*|bebe|fillette|adolescente), (allo|appeler le) 119, " +
  "disparition inquietante, " +
  "disparition (d un|d une|de la|du|des) (enfant|fillette|mineur|mineure|adolescente|adolescent|garconnet|enfants), " +
  "(fillette|adolescente|lyceenne|collegienne|garconnet|petite fille) (disparue|disparu|enlevee|violee|tuee|retrouvee morte), " +
  "corps de la (fillette|petite|jeune fille), (ma fille|mon fils) a fugue, " +
  "mineur* (fugueu*|en danger|isole*|prostitue*), corruption de mineur*, detournement de mineur*, " +
  "(abus|viol|viols|agression|atteinte|atteintes) (sur|sexuelle sur|sexuelles sur) mineur*, travail des enfants, " +
  "mariage* (precoce*|d enfants), trafic d enfants, " +
  "(se fait|se faire|me fais|fait) (harceler|racketter|tabasser|frapper) (au|a l|a la|dans la) (college|ecole|lycee|recre|cour), " +
  "(beau pere|oncle|grand pere|cousin|pere) (me|m a|la|l a) (touche|touchee|violee|viole|abuse|abusee), " +
  "crime* de guerre, crime* contre l humanite, zone* de guerre, cessez le feu, (frappe*|raid*) aerien*, " +
  "bombardement*, tir* de missile*, missile* balistique*, " +
  "attaque* (terroriste*|de drones|chimique*|nucleaire*|a l arme), (attentat|attentats), " +
  "(terrorisme|terroriste|terroristes), djihad*, etat islamique, fusillade*, " +
  "tuerie (de masse|scolaire|familiale), massacre* de (civils|masse|population*), nettoyage ethnique, " +
  "(shoah|holocauste), camp* (de concentration|d extermination|de la mort|de refugies), charnier*, " +
  "prise* d otage*, coups de feu, tireur* (fou|isole|actif), mines antipersonnel*, victimes civiles, " +
  "morts et .. blesses, (dizaines|centaines|milliers|dizaine|centaine) de (morts|blesses), " +
  "(faisant|fait au moins|tue au moins) .. (morts|victimes|personnes), " +
  "bombe* (atomique*|nucleaire*|a fragmentation), " +
  "accident* (nucleaire*|d avion|ferroviaire*|d helicoptere|de train|aerien*), " +
  "catastrophe* (aerienne*|ferroviaire*|nucleaire*|naturelle*|humanitaire*), " +
  "crash (aerien|d avion|de l avion|d helicoptere|du vol), deraillement*, " +
  "(naufrage* de|migrants) (migrants|refugies|noyes|morts), tremblement* de terre, " +
  "seisme* (de magnitude|meurtrier*|en|au|a|d une), (magnitude|victimes|replique|repliques|epicentre) .. seisme, " +
  "raz de maree, (alerte tsunami|alerte au tsunami), inondations (meurtrieres|catastrophiques|en|dans), " +
  "crue* (meurtriere*|centennale*|subite*), glissement* de terrain, coulee* de boue, (feu|feux) de foret, " +
  "incendie* (mortel*|meurtrier*|criminel*|de foret|de forets|ravageur*), " +
  "(cyclone|ouragan|tempete) (meurtrier|meurtriere|tropical|tropicale|de categorie|devastateur), vigipirate, " +
  "combien de (somnifères|comprimés|cachets|médicaments) pour mourir, (somnifères|cachets|comprimés) c'est trop, plus l'intérêt de me réveiller, à quoi bon se réveiller, (quelqu'un|personne) (ne)? remarquerait si (je|j'étais), fabriquer une bombe, bombe artisanale, homme armé dans (mon|le|notre|un) (lycée|collège|école), tireur dans (mon|le|notre|un|l) (lycée|collège|école), (photo|photos) (nue|nues) d'une (camarade|élève|fille de ma classe), je me suis (encore|de nouveau)? injecté, rechuté dans (l'héroïne|la drogue|l'alcool), (côté|moitié) de (son|mon) visage";
