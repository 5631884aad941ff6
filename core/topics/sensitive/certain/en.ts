/** Certain expressions, separated by commas. */
export const en: string =
  "suicid*, self harm*, selfharm*, self injur*, self mutilat*, unaliv*, sewerslide, sewer slide, " +
  "(want|going|gonna|wanna|tried|trying|try|plan|planning|ready|decided) (to)? kill (myself|himself|herself|themselves), " +
  "killing myself, killed (himself|herself|themselves), (hang|hanged|hung|hanging) (myself|himself|herself), " +
  "(slit|slash|slashed|slitting|cut|cutting) (my|his|her|their) (wrist|wrists), cutting myself, " +
  "cut myself on purpose, cut my thighs, hurt myself on purpose, " +
  "(end|ending|ended) (my|his|her|their) (own)? life, " +
  "(take|took|taking|taken) (my|his|her|their) own (life|lives), i want to die, i wanna die, i just want to die, " +
  "wish i was dead, wish i were dead, wish i was never born, wish i wasn't alive, don't want to be alive, " +
  "dont want to be alive, don't want to live anymore, dont want to live anymore, don't want to wake up anymore, " +
  "no reason to live, no reason to go on living, nothing to live for, tired of being alive, tired of life, " +
  "better off without me, shot himself in the head, shot herself in the head, jump off a bridge, " +
  "jumped off a bridge, jumped to (his|her) death, " +
  "(jump|jumped|jumping|threw himself|threw herself|throw myself) in front of (a|the) train, anorexi*, bulimi*, " +
  "eating disorder*, disordered eating, binge eating disorder, thinspo*, thinspiration, pro ana, proana, " +
  "bonespo, meanspo, make myself throw up, make myself vomit, made myself throw up, starving myself, " +
  "starve myself, crisis hotline, crisis text line, psych ward, psychiatric hospital, euthanas*, assisted dying, " +
  "raped, raping, rapist*, gang rape*, gangrape*, date rape*, marital rape, statutory rape, attempted rape, " +
  "rape (victim|victims|survivor|survivors|kit|kits|crisis|culture|charge|charges|allegation|allegations|trial|threat|threats|case|cases), " +
  "(accused|convicted|victim|victims|guilty|survivor|survivors|allegations) of rape, molested, molesting, " +
  "molester*, molestation, sexual assault*, sexually assault*, sexual abuse*, sexually abus*, sexual violence, " +
  "sexual harassment, sexually harass*, sexual predator*, sexual misconduct, sexual exploitation, sex offender*, " +
  "sex traffick*, human traffick*, domestic violence, domestic abuse, intimate partner violence, " +
  "abusive (relationship|relationships|husband|boyfriend|partner|ex|marriage|father|mother|stepfather|stepdad|parent|parents), " +
  "battered (women|woman|wife|wives), women's refuge, femicid*, honor killing*, honour killing*, " +
  "genital mutilation, forced marriage*, forced prostitution, forced (himself|themselves) on, revenge porn, " +
  "sextort*, upskirt*, deepfake porn, (leaked|leak|leaking|posted) my nudes, indecent assault, " +
  "indecent exposure, voyeurism, incest, incestuous, groped, roofied, rohypnol, (spiked|spiking|spike) my drink, " +
  "drink spiking, " +
  "my (husband|boyfriend|partner|ex|stepdad|dad|father|mom|mum|mother|wife|girlfriend) (beats|hits|hit|choked|strangled|abuses|abused|threatens to kill) me, " +
  "tried to strangle me, being stalked, my stalker, condolence*, eulogy, eulogies, obituary, obituaries, " +
  "stillborn, stillbirth*, had a miscarriage, after (a|my) miscarriage, my miscarriage, miscarried, miscarrying, " +
  "bereave*, grieving, grief (counseling|counselling|counselor|counsellor|support), stages of grief, " +
  "(passing|passes) away, passed away, " +
  "funeral (home|homes|director|directors|service|services|speech|flowers|cost|costs|arrangements|procession|ceremony|parlor|parlour), " +
  "(my|his|her|their|the|dad's|mum's|mom's|grandma's|father's|mother's) funeral, attend a funeral, crematorium*, " +
  "cremated, cremation, hospice, palliative care, end of life care, terminally ill, terminal (cancer|illness), " +
  "(days|weeks|months) to live, (stage 4|stage iv|stage four) cancer, inoperable (cancer|tumor|tumour|brain), " +
  "glioblastoma*, pancreatic cancer, metastatic cancer, brain (tumor|tumour|tumors|tumours), " +
  "sorry for your loss, " +
  "loss of (my|a|her|his|your|our) (mother|father|mom|mum|dad|husband|wife|son|daughter|child|baby|parent|spouse|brother|sister|pet), " +
  "lost my (mother|father|mom|mum|dad|husband|wife|grandma|grandmother|grandfather|grandpa), " +
  "my (mother|father|mom|mum|dad|husband|wife|son|daughter|brother|sister|grandma|grandpa|grandmother|grandfather|nan|uncle|aunt|boyfriend|girlfriend|fiance|best friend|friend|baby|dog|cat) (just|suddenly|recently|unexpectedly)? (died|passed|is dying|is dead), " +
  "died in (his|her) sleep, died (of|from) cancer, died suddenly, put (my|our) (dog|cat) down, " +
  "(put|putting) (my|our) (dog|cat) to sleep, (crossed|over) the rainbow bridge, widowed, widower*, " +
  "cause of death, cardiac arrest, (not|stopped|isn't|isnt|barely) breathing, struggling to breathe, " +
  "(massive|fatal|suffered a|suffering a|died of a|symptoms of a|signs of a|having a) heart attack, " +
  "heart attack symptoms, stroke (symptoms|victim|victims|patient|patients|survivor), " +
  "brain (hemorrhage|haemorrhage|aneurysm|bleed|dead|death), internal bleeding, pulmonary embolism, anaphyla*, " +
  "septic shock, sepsis, ectopic pregnancy, preeclampsia, epileptic (seizure|seizures|fit), " +
  "(had|having) a seizure, (coughing|throwing|coughed|threw) up blood, vomiting blood, won't stop bleeding, " +
  "wont stop bleeding, bled to death, bleeding to death, choked to death, " +
  "(found|lying|fell|knocked|beaten) unconscious, resuscitat*, overdosed, overdosing, drug overdose*, " +
  "overdose (deaths|death|on), fatal overdose*, " +
  "(alcohol|carbon monoxide|lead|mushroom|arsenic|mercury|methanol) poisoning, poison control, " +
  "(drank|swallowed|drinking|drink) (bleach|antifreeze|drain cleaner), " +
  "swallowed a (battery|magnet|button battery), third degree burn*, electrocuted, " +
  "(call|called|calling) an ambulance, call 911, called 911, (fractured|cracked) skull, life support machine, " +
  "on life support, medically induced coma, gunshot wound*, stab wound*, critically (injured|wounded), " +
  "fatal (accident|crash|collision), killed in a (car|crash|motorcycle|traffic|road), heroin, fentanyl*, " +
  "carfentan*, nitazene*, xylazine, methamphetamine*, crystal meth, " +
  "meth (addict*|lab|labs|addiction|dealer|head|heads), " +
  "(smoking|smoke|smoked|cook|cooking|on|using|selling) meth, cocaine, crack cocaine, crack addict*, " +
  "(line|lines|gram|grams|bag|eight ball) of coke, " +
  "(snort|snorting|snorted|sniffing) (coke|ketamine|pills|xanax|adderall), oxycontin, oxycodone, opioid*, " +
  "opiates, dopesick, naloxone, narcan, suboxone, buprenorphine, methadone, lsd trip*, magic mushrooms, " +
  "psilocybin, ayahuasca, mdma (pills|pill|trip|comedown), marijuana, (smoke|smoking|smoked|sell|selling) weed, " +
  "drug (addict*|dealer|dealers|dealing|traffick*|smuggl*|cartel|cartels|abuse|lord|lords|bust|rehab|mule|mules|abuser|abusers), " +
  "(illegal|illicit|hard) drugs, (addicted to|buy|buying|selling|sold|high on|on hard) drugs, substance abuse, " +
  "substance use disorder*, alcoholism, alcoholics anonymous, is an alcoholic, " +
  "(alcohol|opioid|benzo|heroin) withdrawal, delirium tremens, ak 47, ak47, ar 15, kalashnikov*, ghost gun*, " +
  "3d printed gun*, pipe bomb*, nail bomb*, molotov cocktail*, " +
  "(make|build|making|building|made) (a|an)? (homemade|pipe)? (bomb|explosive) at home, " +
  "how to (make|build) a bomb, bomb (threat|threats|making), semtex, nerve agent*, sarin gas, novichok, " +
  "gun violence, shot dead, shot and killed, fatally (shot|stabbed|wounded|injured), opened fire on, " +
  "(stabbed|beaten|burned|burnt|tortured|strangled|bludgeoned) to death, knife attack*, " +
  "stabbing (attack|victim|suspect|spree), drive by shooting*, (mass|school) shooter*, mass shooting*, " +
  "school shooting*, school massacre*, active shooter*, airstrike*, air strike*, drone strike*, " +
  "missile (strike|strikes|attack|attacks), rocket attack*, genocid*, ethnic cleansing, " +
  "war (crime|crimes|criminal|criminals|refugee|refugees|dead), crimes against humanity, mass grave*, " +
  "terror attack*, terrorist attack*, terrorism, jihadist*, car bombing*, (suicide|truck) bomber*, " +
  "taken hostage, hostage (crisis|situation), beheaded, beheadings, concentration camp*, holocaust, death camp*, " +
  "gas chamber*, cluster munition*, chemical weapons, civilian (casualties|deaths), civilians (killed|dead), " +
  "death toll*, (people|children|soldiers|civilians|passengers|protesters) (were|have been|are)? (killed|dead), " +
  "(plane|helicopter|train|bus) crash (kills|victims|survivor|survivors|death|deaths|investigation|site), " +
  "tsunami (victims|survivor|survivors|warning|death|deaths), " +
  "(earthquake|flood|hurricane|wildfire|tornado|landslide) (victims|survivor|survivors|kills|killed|death|deaths|relief), " +
  "child porn*, kiddie porn, " +
  "child (abuse|abuser|abusers|molest*|predator|predators|groom*|traffick*|bride|brides|marriage|marriages|soldier|soldiers|abduct*|neglect|rape*|rapist|sexual|exploitation|protective services|murder|murderer), " +
  "abused (child|children|as a child|as a kid), paedophil*, pedophil*, hebephil*, cybergrooming, " +
  "grooming (gang|gangs|minors|children|kids|underage|teenage), groomed by (a|an|my), " +
  "underage (girl|girls|boy|boys|sex|porn|nudes), preteen nudes, jailbait, lolicon, amber alert*, " +
  "missing (child|children|girl|boy|teen|teenager|toddler), " +
  "(abducted|kidnapped) (child|children|girl|boy|baby|teen), infanticide, shaken baby, sudden infant death, " +
  "crib death, cot death, " +
  "point in waking up, reason to wake up, (anyone|anybody|someone) (even|ever)? notice if i (was|were|am|wasn't|weren't|died|disappeared|vanished) (gone|dead|here|around)?, (nobody|no one) would (even)? notice if i (was|were|died|disappeared), (gunman|shooter|armed man) in (the|our|my|a) school, how many (sleeping)? (pills|tablets) (is|are) too many, (injected|shot up) heroin, relapsed on (heroin|meth|coke|cocaine|opioids|pills), (make|build) a bomb, (make|build) a homemade bomb, nude (picture|photo|pictures|photos|pics) of a (classmate|girl in my class|girl in my year|boy in my class), side of (his|her|my) face is drooping, face is drooping";
