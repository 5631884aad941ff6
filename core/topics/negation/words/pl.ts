import type { NegationPatterns } from "../negation-patterns.ts";

export const pl: NegationPatterns = {
  triggers:
    "nie dosc przestan* przestac skoncz* zadn* zamiast byle oprocz procz poza wole wolimy wolalbym wolalabym niz daruj* odpada* wypisz* wypisac rezygnuj* nigdy dziekuje usun* wyrzuc* pomin* nienawidze bez odpusc* nieprzesylanie niewysylanie wyklucz* stop koniec spokoj podziekuje omijam bokiem prosze podziek* inny temat",
  cues: [
    "nie (chce|chcemy|chcial*|potrzeb*|szukam|szukamy|zycze|planuje|zamierzam|interesuj*|pokazuj*|polecaj*|proponuj*|wysylaj*|przysylaj*|oferuj*|rezerwuj*|zamawiaj*|kupuj*|dodawaj*|wspominaj*|mow(?! mi jak)|gadaj|reklamuj*|wciskaj*|szukaj|pije|pijemy|lubie|lubimy|znosze|uzywam|trzeba mi)(?! (swo*|moj*) )",
    "(mi|nam) nie (pokazuj*|polecaj*|proponuj*|wysylaj*|szukaj*|wciskaj*|potrzeb*|rezerwuj*)",
    "(mam|mamy) (juz )?(dosc|po dziurki w nosie|powyzej uszu)|dosc (juz )?(reklam|ofert|gadania|o)|(przestan*|przestac|skoncz*) .. (z|o|pokaz*|wysyl*|poleca*|propon*|reklam*|wciska*|mowic|gadac)",
    "^((i|a|ale|wiec) )?(zadn*|bez|koniec z|stop|byle nie|tylko nie|nie) [^ ]+( [^ ]+)?$",
    "(byle|tylko|aby|zeby|oby) nie",
    "^(zamiast|oprocz|procz)",
    "(daruj|darujcie|odpusc|odpusccie|oszczedz*) (sobie|mi|nam)",
    "^([^ ]+ ){1,3}(odpada|odpadaja|nie|nie dziekuje|nigdy|nie wchodzi w gre|nie dla mnie)$|(odpada|odpadaja|nie wchodz* w gre)",
    "(wypisz*|wypisac) (mnie|nas)|(rezygnuj*|zrezygnowal*) z|(prosze o|prosimy o) (nieprzesylanie|niewysylanie|zaprzestanie|usuniecie)",
    "(usun*|wyrzuc*|pomin*|skresl*|wyklucz*) .. (reklam*|ofert*|propozycj*|z (listy|odpowiedzi|wynikow|planu|menu|polecen|jadlospisu))|(z|ze) (listy|odpowiedzi|wynikow|planu|menu|jadlospisu) .. (usun*|wyrzuc*|skresl*|wyklucz*)|w ktor* nie (ma|bedzie)",
    "(nie|nigdy) .. (prosil*|pytal*) o|nikt .. (nie )?(prosil|pytal)|(nienawidze|nie cierpie|brzydze sie|nudzi (mnie|mi sie)|mnie nudzi|nie dla (mnie|nas))",
    "(wszystko|cokolwiek|co innego|cos innego) (oprocz|poza|procz|byle nie|niz)|bez (reklam|ofert|propozycji|uzywania|kupowania)",
    "nie (jestem|jestesmy) .. (zainteresowan*|ciekaw*)",
    "(tylko|prosze) bez [^ ]+$|bez [^ ]+ prosze$",
    "(daj*) .. (swiety )?spokoj z|spokoj z",
    "(podziekuje|dziekuje) za|omijam|(wychodzi|wychodza) (mi|nam) .. bokiem",
    "(sobie|mi|nam) (daruj*|odpusc*|odpuszcz*)",
    "^(ale |i |tylko )?bez ([^ ]+ ){1,3}(prosze|dzieki|dziekuje)$",
    "nic (o|mi o|nie (mow*|pokazuj*|proponuj*))",
  ],
  refusals: [
    "((dziekuje|dzieki|o) )?(nie( dziekuje| dzieki| trzeba)?|nigdy( wiecej)?|nie (trzeba|interesuje|chce|potrzebuje|dla mnie|ma mowy|moja bajka)|bez przesady|dosc|odpada|daruj sobie|wystarczy|stop)( dziekuje| juz| wiecej)?",
    "nie (chce|potrzebuje|pokazuj*|polecaj*|proponuj*) (jej|go|ich|tego|jego)( wiecej| juz)?( .{0,20})?|(usun|wyrzuc|pomin) (go|ja|je|ich|to)",
    "((nie|eee|o|raczej|dzieki) ){0,4}(podziekuje|raczej nie|pas|odpadam|nie tym razem|nie skorzystam|zmien* temat|zmienmy temat|dam sobie spokoj)( dzieki| dziekuje)?",
  ],
  spans: ["(?<=(wole|wolimy|wolalbym|wolalabym|lepiej) .{1,80} )(niz|od)( [^ ]+){1,3}"],
  contrasts: "nie (?!tylko)( ?[^ ,]+){1,3},? (?=(lecz|tylko|a) )",
  exceptions:
    "(dlaczego|czemu|drog*|daleko|glosn*|zbyt|za duzo|wydawac|placic|przeplacac|zapomnij|wiem|znalezc|dobr*|star*|woln*|ciezk*|tani*|zly|zla|zle)",
  beginnings:
    "((chce|chcemy|potrzeb*|szukam|wole|wolalbym|wolalabym|polec*|poka*)(?<=zamiast .{1,80})|ale|lecz|bo|poniewaz|jesli|jezeli|chociaz|zamiast|(i|a|ani) (nie|zadn*|bez))",
};
