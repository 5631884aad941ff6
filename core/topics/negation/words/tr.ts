import type { NegationPatterns } from "../negation-patterns.ts";

export const tr: NegationPatterns = {
  triggers:
    "ayirtma* ayirtme* gosterma* gosterme* onerma* onerme* yollama* yollame* gonderma* gonderme* sunma* sunme* etma* etme* yapma* yapme* bahsetma* bahsetme* satma* satme* istem* aramiyor* gerekm* ilgilenm* dusunm* yok degil cekm* yeter biktim abonelikten birak* kes* durdur* calisma* haric disinda cikar* kaldir* vazgec* atla* yasak* gonderilme* gelme* almaktansa *maktansa *mektense ne hoslanm* sevm* nefret* hayir olmasin niyetim* soylem* anlatm* kalsin lutfen *sizin olmaz asla *mak *maktan *mek *mektan tavsiye icmi* kullanmi* tovbe gina bayildi usandim bana bize sakin hic ugras* almayay* degis*",
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
    "(listesinden|listeden|cevaplarindan|sonuclardan|onerilerden|menuden|akisimdan|planimdan) .. (cikar|kaldir|sil|at)*",
    "(reklam|kampanya|teklif|oneri|tavsiye|bildirim|ilan)[a-z]{0,12} .. (gonderilmem*|gonderme(yin|yiniz)?|kaldir*|kapat*|istem*|gosterme(yin|yiniz)?|durdur*|gelmesin|atlay*|gec|bikti*|yapma(yin|yiniz)?)",
    "[^ ]+m[ae]k(tansa|tense)",
    "ne [^ ]+ ne( de)? [^ ]+",
    "(hic )?(hoslanm(am|iyor*|ayiz)|sevm(em|iyor*|eyiz)|nefret (ederim|ediyor*))",
    "(bana|bize) (gore degil|yasak|uymaz)|(niyetim|niyetimiz|ilgim|ilgimiz|istegim|merakim|hevesim) .. yok|niyet* yok|(yasak|olmaz|olmasin|kalsin|hayir|istemez)$",
    "(soylem|anlatm|bahsetm|onerm)[ae]|(soyleme|anlatma|acma)(yin|yiniz|sin)?",
    "(onun|bunun|bundan|ondan)? ?disinda (ne|hangi|nasil|bir|sicak|soguk)|(asla|kesinlikle) .. olmasin|vazgectim|vazgectik",
    "[^ ]+ olmasin|(tovbe ettim|gina geldi|icim bayildi|bikkinlik geldi|usandim|biktim)",
    "(lutfen|bana|bize|artik|sakin|bir daha|hic|daha fazla) .. [^ ]{2,14}m[ae](yin|yiniz)?$",
    "hic [^ ]{2,14}m[ae](yin|yiniz)?(?= |$)",
    "^[^ ]+( [^ ]+)? olmadan lutfen$",
  ],
  refusals: [
    "(hayir( tesekkurler)?|istemem|istemiyor*|istemez|gerek yok|ilgilenmiyor*|yok( tesekkurler)?|kalsin|olmaz|asla|bana gore degil|almayayim|sevmem|sevmiyorum|yeter|yeter artik|sagol kalsin|vazgectim)",
    "(onu|bunu|onlari|bunlari) (istemiyor*|onerme*|gosterme*|cikar*|gec|atla)",
    "((yok|hayir|ya|abi|sagol|tesekkurler|valla) ){0,4}(almayay[a-z]{0,4}|istemem|gerek yok|bana gore degil|hic gerek yok|pas|bos ver|gecelim|konuyu degis*|yok)( sagol| tesekkurler| abi| ya)?",
  ],
  spans: ["[^ ]+ (yerine|degil)(?! (mi|miydi))"],
  exceptions: "(neden|niye|nicin|pahali|uzak|gurultulu|odemek|harcamak|kotu|agir|yavas|eski|ucuz)",
  beginnings: "(ama|fakat|ancak|cunku)",
};
