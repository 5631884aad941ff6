import type { NegationPatterns } from "../negation-patterns.ts";

export const it: NegationPatterns = {
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
};
