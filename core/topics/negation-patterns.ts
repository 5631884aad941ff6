/**
 * How people say that they do not want to hear of a subject, by language. Folded words with one space between them; `*` stands for
 * the rest of a word and `..` for up to three words. Everything else is a regular expression. Letters of scripts without spaces
 * stand side by side.
 */
export interface NegationPatterns {
  /** Words of which every cue has one, so that most questions need no closer look. */
  readonly triggers: string;
  /** Negates the interest in the whole clause. */
  readonly cues: readonly string[];
  /** The clause is a wish after all: it asks why, or wants the subject to be otherwise (“no expensive hotel”). */
  readonly exceptions: string;
  /** Words with which a new clause begins. */
  readonly beginnings: string;
  /** Words with which a clause ends. */
  readonly ends?: string;
}

const not = "(do not|don t|dont|no longer|won t|wont|will not|wouldn t|would not|didn t|did not)";
/** Behind a noun that is not wanted: it is wanted without what follows. */
const otherwise = "(that|which|with an?|with no|without|where)";
const instead = "(?<=(instead of|rather than) .{1,80})";
/** The wish behind “instead of …”. */
const wish =
  `((i|we)${instead} (d|ll|m|am|want|need|would|will|prefer|could|can|should)|` +
  `(show|give|find|get|recommend|suggest)${instead} (me|us)|(how|what|which|should|can|could)${instead})`;
const adverb = "((really|actually|currently|even|just|ever|please|also|necessarily) )?";
const verb =
  "(book|show|recommend|suggest|send|offer|give|advertise|pitch|push|sell|bring|propose|display|list|mention|include|add|order|" +
  "buy|reserve|rent|promote|spam|bother|tell me|talk)";
const see =
  "(book|buy|see|hear|order|get|rent|stay|use|know|receive|read|talk|purchase|try|look|go|be shown)";
const doing =
  "(showing|sending|recommending|suggesting|offering|advertising|pushing|pitching|giving|spamming|bothering|telling|promoting|" +
  "bringing|selling|mentioning|talking|asking)";

export const negationPatterns: Readonly<Record<string, NegationPatterns>> = {
  en: {
    triggers:
      "(don|dont|won|wont|wouldn|didn|not|no|never|uninterested|stop|quit|cease|enough|unsubscribe|opt|nothing|anything|everything|whatever|except|apart|alone|sick|tired|fed|bored|spare|hide|block|mute|remove|disable|rid|instead|rather|skip|omit|hate|dislike|done)",
    cues: [
      `(?<!(why|you|they|who|people|which|that|he|she|it) )${not} ${adverb}(want|need|wish|care|require|fancy)(?! to )(?!.{0,60} ${otherwise} )`,
      `(?<!(why|you|they|who|people|which|that|he|she|it) )${not} ${adverb}(want|need|wish|care) to ${see}(?! (my|our) )`,
      `(?<!(why|you|they|who|people|which|that|he|she|it|i|we) )(do not|don t|dont|never|not to) ${adverb}(try to |try and )?${verb}`,
      `(?<!(why|you|they|who|people|which|that|he|she|it) )never ${adverb}(want|need) to (see|hear|get|receive|read|be shown)`,
      "not (really |at all |actually |very |even )?(interested|keen|in the market|in the mood)",
      "(am|m|are|re) (really |actually |currently )?not (really |actually |currently )?(looking|searching|shopping|asking)",
      "^not (really |actually |currently )?(looking|searching|asking)",
      "(uninterested|no longer (interested|looking)|no (interest|need|desire|use) (in|for|of|to))",
      `(stop|quit|cease|enough) (it |already )?(${doing}|with|of)|enough (talk )?about`,
      "(unsubscribe|opt out|opt me out|leave me alone|(sick|tired|fed up|bored) (and tired )?(of|with)(?! (my|our) )|had enough of|spare me)",
      "(hide|block|mute|remove|disable|get rid of) .. (ads?|adverts?|advertisements?|offers|deals|promotions|recommendations)",
      "^((and|or|also|so|please|but|absolutely) )?no more",
      "^((and|or|also|so|please|but|absolutely) )?no (?!idea|luck|clue|problem|one|doubt|matter|wonder|way|smoking|pet)[^ ]+(( [^ ]+)?|( [^ ]+){1,2} (ads?|adverts?|deals|offers|stuff|tips|please|pls|plz|thanks|thx))$",
      "^((and|but|so) )?not (an?|the|any|another)",
      "^(instead of|rather than)",
      "((anything|everything|whatever) (but|other than)|(anything|everything|whatever|any [^ ]+) (except|apart from))(?! (how|what|when|where|why|which|that|if|for|the ones|those))",
      "^((please|and|just) )?nothing (about|to do with)",
      `(rather not|(can|could) we (please )?not talk|(could|can|would|will) you (please )?not (please )?${verb}|never asked for|not (planning|intending) to ${see})`,
      "^((and|please|just) )?(skip|omit)",
      "(hate|dislike) .. (ads?|adverts?|advertisements?|offers|promotions)|(am|m|are|re) ((so|totally|completely) )?done with",
    ],
    exceptions:
      "(why|how come|how much|what if|most (popular|common)|(an?|any|some) (cheap|old|slow|heavy|used)|send (me|us) (back )?to|expensive|pricey|overpriced|too|noisy|dirty|bad|boring|crowded|just any|far|forget|miss)",
    beginnings:
      `((?<!(anything|everything|whatever) )but|because|(?<!what )if|although|though|while|unless|however|who|instead of|rather than|${wish}|` +
      "and (then )?(just )?(tell|list|show|give|get|find|recommend|suggest|take)|(and|or) (no|not|don t|do not|dont|never|stop|please))",
  },
  de: {
    triggers:
      "(kein*|nicht|hore?|hort|horen|schluss|genug|nie|abbestellen|abmelden|ausser|bis|satt|statt|anstatt|anstelle)",
    cues: [
      "(will|wollen|mochte|mochten|brauche|brauchen|suche|suchen|benotige|benotigen|wunsche) .. ((?<!mit )kein*|nicht mehr)(?! [^ ]+ (mit|ohne|die|das|der|den) )",
      "kein* .. (will|wollen|mochte|mochten|brauche|brauchen|interesse|bedarf|lust|mehr|werbung)",
      "(will|mochte|brauche|suche|wollen|mochten|brauchen|suchen) (ich|wir) .. nicht",
      "(ich|wir) (will|mochte|wollen|mochten) (wirklich |jetzt )?nicht (ins|in ein|zum|mehr)",
      "(nicht .. interessiert|interessier* .. nicht|kein* (interesse|bedarf|lust|bock|werbung|weitere*)|nicht (mehr )?auf der suche|lass* (mich|uns) .. in ruhe)",
      "(buche|buch|buchen|zeige?|zeigt|zeigen|empfiehl|empfehlen?|schicke?|schicken|sende|senden|biete|bieten|reserviere|reservieren|bestelle?|gib|geben|schlage?|schlagen|nenne?|bringe?) .. (kein*|nicht)",
      "(hore?|hort|horen sie) (bitte |endlich |jetzt )?(auf|mit .. auf)",
      "(versuche?|versucht|versuchen sie) (gar |bitte )?nicht",
      "(alles|alle|egal was|jede[rs]? [^ ]+) (ausser|bis auf|nur nicht)",
      "(schluss mit|genug (von|mit)|nie (mehr|wieder)|nicht mehr (zeigen|anzeigen|sehen)|abbestellen|abmelden|satt)",
      "^((und|oder|auch|nur) )?(bitte )?kein*( [^ ]+){1,2}$",
      "^(statt|anstatt|anstelle)",
    ],
    exceptions:
      "(warum|wieso|weshalb|teure?[mnrs]?|weit*|laute?[mnrs]?|schlecht*|viel|finde*|gefunden|weiss|ausgeben|zahlen|bezahlen|gute?[mnrs]?|billig*|alte[mnrs]?|langsam*|schwere?[mnrs]?)",
    beginnings:
      "((will|wollen|mochte|mochten|brauche|brauchen|suche|wurde|wurden|lieber|zeige?|empfiehl)(?<=(statt|anstelle) .{1,80})|(die|das|der|den) ((mir|mich|sich|man|hier) )?(kein*|nicht)|aber|sondern|weil|falls|wenn|obwohl|doch|statt|anstatt|(und|oder) (kein*|nicht))",
  },
  fr: {
    triggers:
      "(ne|n|pas|plus|aucun*|arrete*|cesse*|marre|assez|stop|desabonn*|desinscri*|lieu|plutot|sauf|excepte|hormis)",
    cues: [
      "(ne|n) .. (veux|voulons|voudrais|souhaite|souhaitons|cherche|cherchons|recherche|desire|interesse*|reserve*|montre*|propose*|recommande*|conseille*|suggere*|envoie*|envoyez|donne*|affiche*|ajoute*|parle*) (pas|plus|jamais|aucun*)",
      "(veux|voulons|cherche|souhaite) (pas|plus)(?! (un|une|d un|d une) .{1,60} (qui|que|avec|sans) )",
      "(ne|n) (essaie*|essaye*) (pas|plus) de",
      "(tout|tous|toutes|n importe quoi|n importe quel* [^ ]+) (sauf|excepte|hormis)",
      "ai (pas|plus|aucun) besoin",
      "(arrete*|cesse*) (de|d|les|avec)",
      "(marre|assez|stop) (de|d|des|aux)",
      "^plus (jamais (de|d)|(de|d) (pubs?|publicites?|offres?|promos?|annonces?))",
      "^((et|mais|surtout) )?pas (de|d)( [^ ]+){1,5}$",
      "(desabonn*|desinscri*|pas (du tout |vraiment )?interess*|aucun* (interet|besoin|envie)|pas envie)",
      "^(au lieu|plutot que)",
    ],
    exceptions:
      "(pourquoi|sans|pas de (chance|souci|probleme)|lente?s?|vieux|vieille*|chers?|cheres?|loin|bruyant*|trop|sais|trouve*|oublie*|payer|depenser|bons?)",
    beginnings:
      "((?<!nunca |nao )mais|si|parce|au lieu|plutot que|(je|j|nous|on)(?<=(au lieu|plutot que) .{1,80}) (veux|voulons|voudrais|voudrions|cherche|prefere|aimerais|aimerions)|qui (ne|n)|(et|ou) (pas|ne|n))",
  },
  es: {
    triggers:
      "(no|nunca|tampoco|deja|dejen|dejad|deje|para|pare|paren|basta|harto|harta|cansado|cansada|ningun|ninguna|sin|nada|baja|vez|lugar|menos|excepto|salvo)",
    cues: [
      "(no|nunca|tampoco) ((me|nos|le|lo|la|los|las|se|mas|ya) ){0,2}(quiero|queremos|quisiera|necesito|necesitamos|busco|buscamos|deseo|interesa|interesan|reserves?|reserven|reservar|muestres?|muestren|mostrar*|recomiende*|envie*|mande*|ofrezca*|sugiera*|proponga*|anada*|hable*|hace falta|compre*)(?! (un|una|unos|unas) .{1,60} que )",
      "no intente* (vender*|mostrar*|ofrecer*|recomendar*)",
      "(todo|cualquier [^ ]+) (menos|excepto|salvo)",
      "no (estoy|estamos) (interesad*|buscando)",
      "(deja|dejen|dejad|deje) de",
      "^((por favor|ya) )?(para|pare|paren) de",
      "(basta|harto|harta|cansado|cansada) (ya )?(de|con)",
      "(ningun|no tengo|sin) interes",
      "^((y|pero|por favor) )?(no mas|ningun|ninguna|nada de)",
      "(darme|dame|dar) de baja",
      "^en (vez|lugar) de",
    ],
    exceptions:
      "(por que|gastar|pagar|perder|caro|cara|lejos|ruidos*|mucho|demasiado|olvides?|encuentro|buen|bueno|barat*|viej*|lent*|pesad*)",
    beginnings:
      "((quiero|queremos|quisiera|necesito|busco|prefiero)(?<=en (vez|lugar) de .{1,80})|(?<!(quiero|queremos|digo|dije|pido) )que no|pero|sino|si|aunque|porque|en (vez|lugar) de|(y|o|ni) no)",
  },
  pt: {
    triggers:
      "(nao|nunca|menos|exceto|pare|parem|para|deixe|deixa|chega|farto|farta|cansado|cansada|cheio|cheia|sem|nada|nenhum|nenhuma|cancelar|descadastr*|vez)",
    cues: [
      "(nao|nunca) ((me|nos|lhe|o|a|mais) ){0,2}(quero|queremos|preciso|precisamos|procuro|procuramos|desejo|gostaria|reserve*|mostre*|recomende*|envie*|mande*|ofereca*|sugira*|interessa*|adicione*|compre*|fale*)(?! (um|uma|uns|umas) .{1,60} que )(?!.{0,60} sem )",
      "nao tente (me )?(vender|mostrar|oferecer|recomendar)*",
      "(tudo|qualquer [^ ]+) (menos|exceto)",
      "nao (estou|estamos) (interessad*|procurando|buscando|a procura)",
      "(nao (tenho|temos|ha) (nenhum )?|sem )(interesse|necessidade|vontade)",
      "(pare|parem|deixe|deixa) de",
      "^((por favor|ja) )?para de",
      "(chega|farto|farta|cansado|cansada|cheio|cheia) de",
      "^((e|mas|por favor) )?(nada de|nenhum|nenhuma|nao mais)",
      "(cancelar (a )?(inscri*|assinatura)|descadastr*)",
      "^em vez de",
    ],
    exceptions:
      "(por que|por que|gastar|pagar|perder|caro|cara|longe|barulh*|muito|demais|esqueca|encontro|bom|boa|barat*|velh*|lent*|pesad*)",
    beginnings:
      "((quero|queremos|preciso|procuro|gostaria|prefiro)(?<=em vez de .{1,80})|(?<!(quero|queremos|disse|digo|sei) )que nao|(?<!no |nao )mas|porque|embora|em vez de|(e|ou|nem) nao)",
  },
  it: {
    triggers:
      "(non|smett*|piantala|finiscila|basta|stufo|stufa|stanco|stanca|niente|nessun*|disiscri*|cancellami|invece|tranne|eccetto)",
    cues: [
      "non ((mi|ci|lo|la|li|le|ne|me|piu|sto|stiamo) ){0,2}(voglio|vogliamo|vorrei|desidero|cerco|cerchiamo|cercando|serve|servono|interessa|interessano|occorre|prenotarm*|prenotate*|prenotare|mostrar*|mostrate*|consigliar*|inviar*|mandar*|offrir*|propor*|suggerir*|raccomandar*|ho bisogno|abbiamo bisogno)(?! (un|uno|una) .{1,60} che )",
      "non provar* a (vender*|mostrar*|propor*|offrir*)",
      "(tutto|qualsiasi [^ ]+) (tranne|eccetto)",
      "^ma non (il|lo|la|l|i|gli|le|un|uno|una) [^ ]+$",
      "non (sono|siamo) (piu |affatto )?interessat*",
      "non ho (alcun |nessun )?(bisogno|interesse)",
      "(smett*|piantala|finiscila) (di|con)",
      "^((adesso|ora|per favore) )?basta",
      "(stufo|stufa|stanco|stanca) di",
      "^((e|ma|per favore) )?(niente(?! male)|nessun|nessuno|nessuna)",
      "(disiscri*|cancellami|invece (di|del|dello|della|dell|dei))",
    ],
    exceptions:
      "(perche|spendere|pagare|perdere|caro|cara|cari|lontan*|rumoros*|troppo|dimentic*|trovo|buon|buono|economic*|vecchi*|lent[oiae]|pesant*)",
    beginnings:
      "((voglio|vogliamo|vorrei|vorremmo|cerco|preferisco|preferirei)(?<=invece (di|del|dello|della|dell|dei) .{1,80})|(?<!(voglio|detto|dico) )che non|ma|bensi|anche se|invece (di|del|dello|della|dell|dei)|(e|o|ne) non)",
  },
  nl: {
    triggers: "(geen|niet|nooit|behalve|stop|hou|houd|genoeg|zat|beu|afmelden|uitschrijven|plaats)",
    cues: [
      "(wil|willen|zoek|zoeken|hoef|hoeven|wens) .. (geen|niet meer)(?! [^ ]+ (die|dat|met|zonder) )",
      "(probeer|probeert) .. (geen|niet)",
      "(alles|elke [^ ]+) behalve",
      "(wil|willen) .. nooit meer",
      "geen .. (nodig|meer|interesse|behoefte|zin|reclame)",
      "^((en|alsjeblieft|aub) )?(boek|toon|stuur|geef|bied|reserveer|bestel|laat|raad) .. (geen|niet)",
      "niet (meer )?(geinteresseerd|op zoek|nodig)",
      "(stop|hou|houd) (er )?(met|op)",
      "(genoeg (van|met)|zat van|beu|afmelden|uitschrijven|in plaats van)",
      "^((en|maar|graag|alsjeblieft) )?geen( [^ ]+){1,2}$",
    ],
    exceptions:
      "(waarom|hoezo|duur|dure|ver (van|weg)|lawaaierig*|slechte?|te veel|teveel|betalen|uitgeven|goede?|vind|weet|vergeet|goedkope?|oude?|trage?|langzame?|zware?)",
    beginnings:
      "((wil|willen|zoek|zou|zouden|liever)(?<=in plaats van .{1,80})|(die|dat) (geen|niet)|maar|omdat|tenzij|hoewel|in plaats van|(en|of) (geen|niet))",
  },
  tr: {
    triggers:
      "((ayirt|goster|oner|yolla|gonder|sun|et|yap|bahset|sat)m[ae]*|istem*|aramiyor*|gerekm*|ilgilenm*|dusunm*|yok|degil|cekm*|yeter|biktim|abonelikten|birak*|kes*|durdur*|calisma*|haric|disinda)",
    cues: [
      "(ayirt|goster|oner|yolla|gonder|sun|et|yap|bahset|sat)m[ae](yin|yiniz|sin)?",
      "(istemiyor*|istemem|istemeyiz|istemez|aramiyor*|gerekmiyor|gerekmez|ilgilenmiyor*|dusunmuyor*)",
      "(gerek|ihtiyac*|ilgi*) (hic )?yok",
      "(lazim degil|ilgi* cekmiyor*)",
      "([a-z]{0,20}m[ae]yi) (birak*|kes*|durdur*)",
      "(satmaya|gostermeye|onermeye|yollamaya) calisma(yin|yiniz)?",
      "(haric|disinda) (her|ne olursa|baska|diger|butun|tum|oneri|oner)",
      "(her sey|ne olursa) .. haric",
      "(yeter artik|artik yeter|biktim|abonelikten)",
    ],
    exceptions: "(neden|niye|nicin|pahali|uzak|gurultulu|odemek|harcamak|kotu|agir|yavas|eski|ucuz)",
    beginnings: "(ama|fakat|ancak|cunku|yerine)",
  },
  ru: {
    triggers:
      "(не|хватит|довольно|перестан*|прекрат*|прекращ*|надоел*|отстань*|отпиши*|отписат*|никак*|нет|вместо|кроме|только)",
    cues: [
      "не (хочу|хотим|хотел*|желаю|ищу|ищем|собираюсь|планирую|намерен*|интерес*|нужен|нужна|(нужно|надо)(?! [^ ]+ть )|нужны|требу*|стоит|заинтересован*|бронируи*|бронировать|показываи*|показывать|покажи*|предлагаи*|предлагать|рекомендуи*|рекомендовать|присылаи*|присылать|отправляи*|отправлять|шли*|советуи*|заказываи*|заказывать|покупаи*|покупать|рекламируи*|добавляи*)",
      "не ((нужно|надо) (мне )?(показывать|предлагать|рекомендовать|присылать|советовать)|пытаи* (мне )?(продать|продавать|предложить|показать|навязать))",
      "(все|что угодно|люб[^ ]+ [^ ]+) кроме",
      "^((и|но|а) )?только не (?!надо|знаю|слишком|очень)[^ ]+( [^ ]+)?$",
      "(хватит|довольно|перестан*|прекрати*|прекращаи*|надоел*(?! (мои|моя|мое|стар*))|отстань*|отпиши*|отписат*|никаких|никакого|никакои|нет интереса|вместо)",
    ],
    exceptions:
      "(не (хочу|хотим|ищу) [^ ]+ котор*|почему|зачем|дорог*|тратить|платить|переплачивать|далеко|шумн*|знаю|наити|ли|плох*|пропустить|стар[^ ]{2,3}|медленн*|тяжел*|дешев*)",
    beginnings:
      "((хочу|хотим|хотел*|нужен|нужна|нужны|ищу|куплю|посоветуи*)(?<=вместо .{1,80})|но|а|если|хотя|потому|вместо)",
  },
  uk: {
    triggers:
      "(не|досить|годі|перестан*|припин*|набрид*|відпиш*|відписат*|ніяк*|жодних|замість|крім|окрім|тільки)",
    cues: [
      "не (хочу|хочемо|хотів*|хотіла|бажаю|шукаю|шукаємо|збираюся|планую|потріб*|цікав*|треба|варто|бронюи*|бронювати|показуи*|показувати|пропонуи*|пропонувати|рекомендуи*|рекомендувати|надсилаи*|надсилати|радь*|замовляи*|замовляти|намагаи* (мені )?(продати|запропонувати|показати))",
      "(усе|все|що завгодно|будь яки[^ ]* [^ ]+) (крім|окрім)",
      "^((і|але|а) )?тільки не (?!треба|знаю|дуже)[^ ]+( [^ ]+)?$",
      "(досить|годі|перестан*|припини*|припиніть|набрид*|відпиш*|відписат*|ніяких|ніякого|жодних|замість)",
    ],
    exceptions:
      "(не (хочу|хочемо|шукаю) [^ ]+ (котр*|якии|яка|яке|які)|чому|навіщо|дорог*|витрачати|платити|далеко|шумн*|знаю|знаити|чи|поган*|старии|стару|повільн*|важк*|дешев*)",
    beginnings: "((хочу|хочемо|потріб*|шукаю|куплю|порад*)(?<=замість .{1,80})|але|а|якщо|хоча|бо|замість)",
  },
  ar: {
    triggers:
      "(و?(لا|لم|لن|ما)|لست|لسنا|غير|مش|مو|توقف*|كفي|كفايه|يكفي|مللت|سيمت|بدلا|الغاء|عدا|باستثناء|الا)",
    cues: [
      "و?(لا|لم|لن|ما) (اعد )?(اريد|نريد|احتاج|نحتاج|ابحث|نبحث|ارغب|نرغب|اود|يهمني|تهمني|تهمنا|تحجز*|تعرض*|تقترح*|ترسل*|توصي*|توص|تنصح*|تظهر*|تقدم*|تعطني|تحاول*)",
      "(اي|كل) [^ ]+ (ما عدا|عدا|باستثناء|الا)",
      "(لست|لسنا|غير|مش) (مهتم*|بحاجه|محتاج*|عايز*|عاوز*|ابحث)",
      "(مو|ما) (عايز|عاوز|ابغي|ابي|بدي)",
      "(توقف* عن|كفي|كفايه|يكفي|لا داعي|لا حاجه|مللت|سيمت|بدلا من|الغاء الاشتراك)",
    ],
    exceptions: "(لماذا|ليش|ليه|غالي*|غال|بعيد*|انفاق|دفع|ادفع|انفق|سيء*|ثقيل*|بطيء*|قديم*|رخيص*|بدون)",
    beginnings: "((اريد|نريد|احتاج|نحتاج|ابحث|افضل)(?<=بدلا من .{1,80})|بل|و?لكن|اذا|لان|بدلا من)",
  },
  hi: {
    triggers: "(मत|न|ना|नहीं|बंद|बस|बहुत|बजाय|छोड़कर|अलावा)",
    cues: [
      "(मत|न|ना) (करो|करें|करिए|करना|कीजिए|कीजिये|दिखाओ|दिखाइए|दिखाना|दिखाएं|भेजो|भेजिए|भेजना|भेजें|दो|दीजिए|देना|सुझाओ|बताओ|बताइए|बताना)",
      "नहीं ((सुनना|देखना) )?(चाहिए|चाहिये|चाहता|चाहती|चाहते|ढूंढ|ढूँढ|खोज|लेना)",
      "(ज़रूरत|जरूरत|आवश्यकता|दिलचस्पी|रुचि|इच्छा) (बिलकुल )?नहीं",
      "(दिखाना|भेजना|देना|सुझाना|बताना|करना) बंद",
      "(बस करो|बहुत हो गया|के बजाय|को छोड़कर|के अलावा (कुछ|कोई|सब))",
    ],
    exceptions: "(क्यों|महंग*|महँग*|दूर|मिल|पता|खर्च|ज़्यादा|ज्यादा|खराब|बिना|भारी|धीम*|पुरान*|सस्त*)",
    beginnings: "(लेकिन|मगर|बल्कि|किन्तु|अगर|क्योंकि)",
    ends: "(के बजाय|को छोड़कर)",
  },
  ja: {
    triggers: "([なせ必興めざ結以])",
    cues: [
      "(ないで(?=$|くだ|下さ|ほし|欲し|よ|ね|もら|頂|いただ)|(いらな|要らな|欲しくな|ほしくな|必要[はがも]?[な無]|興味[はがも]?[な無])[いくし]?(?=$|[でよねのかとしけわた])|いりません|要りません|(必要|興味)[はがも]?ありません|以外(?=$|[でなのに])|(探し|求め)てい?(な|ません)|(やめ|止め)て|うんざり|結構です|たくない|たくありません|ではなく|じゃなく)",
    ],
    exceptions: "(なぜ|どうして|なんで|高い|高く|高す|遠い|遠く|払い|わから|見つから|忘れ|遅い|古い|重い)",
    beginnings: "(でも|しかし)",
    ends: "(けど|けれど|けれども|のに|ではなくて?|じゃなくて?|(ない|ません)(ので|から)|(やめ|止め)て|以外(で|なら|の|に))",
  },
  zh: {
    triggers: "([不别別勿没沒无無停取屏关關受厌厭而除])",
    cues: [
      "(不(?!(需要|要|用|打算|想要)(?!你|我|这|那|任何)[^的]{1,8}的(?!广告|廣告|推|信息|$))(想要|需要|要|打算|感兴趣|感興趣|想(订|訂|买|買|看|住|找|去|用|听|聽)))",
      "((?<![特分区區])[别別]|不要|不用|不必|请勿|請勿)(再|给|給|向|帮|幫|为|為|替|推荐|推薦|显示|顯示|发|發|订|訂|展示|推送|介绍|介紹)",
      "(没|沒|无|無)有?在?(兴趣|興趣|找|打算|需要)",
      "(停止|取消|屏蔽|关闭|關閉)(推荐|推薦|推送|显示|顯示|发送|發送|展示|给|給)",
      "(受够|受夠|厌倦|厭倦|而不是|除了?.{1,12}(以外|之外)|除了.{1,12}(什么都|什麼都|其他|别的|別的|任何|都))",
      "[别別](想|再)?(卖|賣|推销|推銷)",
    ],
    exceptions: "(为什么|為什麼|为何|為何|贵|貴|远|遠|太|吵|找不到|知道|忘)",
    beginnings: "(但|而是|可是|不过|不過|因为|因為|如果|而不是)",
    ends: "(以外|之外)",
  },
  ko: {
    triggers:
      "(마*|말*|않*|[^ ]{0,20}없*|필요*|관심*|그만*|싫*|안|됐어*|질렸*|지겨*|수신|구독|대신|빼고|제외하고|싶지)",
    cues: [
      "지 (마|마요|마세요|마라|말아*|말라*|말고)",
      "(원하지|원치|찾지|찾고 있지|필요하지|바라지) 않*",
      "(필요|관심)* ?없(어|습|다|네|음|지만|는데|고)*",
      "그만*",
      "(싫*|안 (원해|필요)*|됐어*|질렸*|지겨*|수신 거부|구독 취소|말고|대신|빼고|제외하고)",
      "(보고|듣고|받고) 싶지 않*",
    ],
    exceptions: "(왜|비싼|비싸*|먼|멀지|모르*|못|시끄러*|무거운|느린|낡은|오래된)",
    beginnings: "(하지만|그러나|그런데)",
    ends: "(지만|는데|말고|대신|빼고|제외하고)",
  },
};
