import type { NegationPatterns } from "../negation-patterns.ts";

export const it: NegationPatterns = {
  triggers:
    "non smett* piantala finiscila basta stufo stufa stanco stanca niente nessun* disiscri* cancellami invece tranne eccetto posto evita* piuttosto escl* ne mai no grazie meglio preferi* togli* elimin* risparmi* salta* lascia* senza odio sopporto oltre diverso rifil* chiuso capelli piene occhi altri bensi frega importa cambi*",
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
    "^((e|ma|per favore) )?(niente(?! male)|nessun|nessuno|nessuna)(?! (dei|delle|di) )",
    "(disiscri*|cancellami|invece (di|del|dello|della|dell|dei))",
    "(al posto (di|del|dello|della|dell|dei|delle))",
    "(evita*) (di|il|lo|la|l|i|gli|le|ogni|qualsiasi)|(evita*) .. (di|che)",
    "(l )?abbiamo (gia )?(escluso|esclusa|esclusi|scartato|scartata)|(ho|abbiamo) (escluso|scartato)|(escludo|escludiamo|escludi|escludete|escludere)",
    "^(piuttosto che|anziche)",
    "ne [^ ]+ ne",
    "^((e|ma|il|lo|la|l|i|gli|le) ){0,4}[^ ]+ (no( grazie)?|mai|mai piu|assolutamente no|neanche per sogno|nemmeno)$",
    "^e non (un|uno|una|il|lo|la|l|i|gli|le)",
    "(togli*|elimin*|rimuov*|risparmi*|salta*|lascia* (stare|perdere)|basta con) .. (pubblicita|offerte|promozioni|annunci|suggerimenti|consigli|proposte)|(togli*|elimin*|rimuov*) .. (dal|dalla|dalle|dai|dall)",
    "(lascia*) (stare|perdere|fuori)|risparmia(mi|ci|telo|temi)",
    "senza (che )?(mi|ci|tu|proporm*|consigliarm*|parlar*|nominar*|usare|rifilarm*|pubblicita)",
    "(odio|detesto|non sopporto|non fa per (me|noi)|non fanno per (me|noi)|non mi piac*|non fa al caso)(?! (il mio|la mia|quando|che) )",
    "(qualcosa|altro|qualunque cosa) (di diverso (da|dal|dalla)|che non sia)|(diverso|diversa) (da|dal|dalla|dall)",
    "non (ho|abbiamo) (mai )?chiesto|nessuno (ha|ti ha|vi ha) chiesto|non (mi|ci) (parl*|nomin*|tirar* fuori)",
    "con .. ho chiuso|ho chiuso con",
    "(fin|fino) sopra i capelli|le palle piene|mi esc* dagli occhi",
    "(lascio|lasciamo) (volentieri )?agli altri",
    "non [^ ]{2,12}(ar|er|ir|or)(mi|ci|mele|meli|melo|mela|celo|cele)|non (farmi|farci|fatemi|fateci) .. vedere",
    "(me|ce|gliene) ne (frega|importa|frego|freghiamo|sbatte)",
    "^(ma |e |solo )?senza ([^ ]+ ){1,4}(per favore|grazie|per piacere)$",
  ],
  refusals: [
    "(no( grazie)?|mai( piu| e poi mai)?|neanche per sogno|assolutamente no|per carita|lascia* (stare|perdere)|non (mi|ci) interess*|non fa per (me|noi)|non serve|non (mi|ci) serve|niente)( grazie)?",
    "non (lo|la|li|le|ne) (voglio|vogliamo|uso|bevo|sopporto|desidero)( piu)?|(evita*|smett*) di (consigliar|propor|mostrar|nominar)(melo|mela|meli|mele|lo|la|li|le|celo)|(togli|leva|elimina|salta|evita)(lo|la|li|le|melo)",
    "((no|mah|boh|ah|grazie|guarda) ){0,4}(anche no|no|preferisco di no|meglio di no|sto bene cosi|a posto cosi|passo|cambi* (argomento|discorso)|lasciamo (stare|perdere))( grazie)?",
  ],
  spans: [
    "senza (usare|dover usare|ricorrere a|comprare)( [^ ]+){1,2}",
    "(?<=(piuttosto|preferisco|preferiamo|preferirei|meglio) .{1,80} )(che|a|al|anziche|piuttosto che) (un|una|il|la|in un|in una|fare|andare)?( [^ ]+){1,2}",
  ],
  contrasts: "non (?!solo|soltanto)( ?[^ ,]+){1,4},? (?=(bensi|ma (piuttosto )?(un|una|il|la|dei|delle)) )",
  exceptions:
    "(perche|spendere|pagare|(?<!lascia[^ ]{0,3} )perdere|caro|cara|cari|lontan*|rumoros*|troppo|dimentic*|trovo|buon|buono|economic*|vecchi*|lent[oiae]|pesant*)",
  beginnings:
    "((voglio|vogliamo|vorrei|vorremmo|cerco|preferisco|preferirei)(?<=invece (di|del|dello|della|dell|dei) .{1,80})|(?<!(voglio|detto|dico) )che non|ma|bensi|anche se|invece (di|del|dello|della|dell|dei)|(e|o|ne) non)",
};
