import type { NegationPatterns } from "../negation-patterns.ts";

export const tr: NegationPatterns = {
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
};
