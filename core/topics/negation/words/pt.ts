import type { NegationPatterns } from "../negation-patterns.ts";

export const pt: NegationPatterns = {
  triggers:
    "nao nunca menos exceto pare parem para deixe deixa chega farto farta cansado cansada cheio cheia sem nada nenhum nenhuma cancelar descadastr* vez dispens* exclu* tire* tira troqu* troca remov* qualquer contanto desde falar jamais horror odeio detesto empurr* nem evite evita prefir* obrigad* retir* parei interess* livre aguento sim fora poup* mud* precisa precisam",
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
    "(dispenso|dispensamos|descarto|descartamos|recuso|rejeito)",
    "^((e|mas|por favor|de) ){0,4}[^ ]+ (nao( obrigad*)?|nem pensar|nunca|jamais|nem morto|nem morta|de jeito nenhum|eu (ja )?.. que nao quero)$",
    "(solicito|peco|pedimos|quero|gostaria) .. (exclusao|remocao|cancelamento) (de|do|da|dos|das)",
    "(tire*|tira|remov*|retir*|exclua|exclui|corte|corta) .. (anuncios?|propagandas?|publicidade|ofertas?|promocoes|sugestoes|recomendacoes|dicas)",
    "(tire*|tira|remov*|retir*|exclua|troqu*|troca) .. (da|do|das|dos) (minha|meu|minhas|meus|lista|rotina|resposta|sugestoes|cardapio)",
    "(contanto que|desde que|que) nao (seja|sejam|tenha|envolva)|(qualquer|outra) (coisa|um|uma) (que nao|menos)",
    "sem (falar|ficar|me (empurrar|mostrar|oferecer|recomendar)|mencionar|anuncios|propaganda)",
    "(tenho horror|tenho pavor|odeio|detesto|nao suporto|nao aguento mais|nao curto|nao gosto)(?! (do meu|da minha|quando|que) )",
    "nem [^ ]+ nem",
    "(ja )?(falei|disse|avisei|digo) que nao (quero|preciso)",
    "(nao e|nao sao) (pra|para) (mim|nos)",
    "(pare*|para|deixe*|chega|evite|evita|nao) .. (empurrar|empurrando|enfiar|enfiando|insistir|insista)",
    "(nao e|nao sao) (a )?minha praia",
    "(deus me livre|nao aguento( nem)?( mais)?) (de|do|da|desse|dessa|ver|o|a)",
    "o que for menos",
    "nao (precisa|precisam|e preciso) (me |nos )?(indic*|mostr*|recomend*|suger*|fal*|mand*|oferec*|envi*|mencion*)",
    "(me|nos) poup* (de|do|da|dos|das|com)|poup* me",
    "^(mas |e |so )?sem ([^ ]+ ){1,4}(por favor|obrigad*|pf)$",
  ],
  refusals: [
    "(nao( obrigad*)?|nem pensar|de jeito nenhum|jamais|nunca mais|chega|para com isso|nao me interessa*|nao (preciso|quero)( (disso|nada|mais))?|to fora|estou fora|nao e pra mim|sem interesse)( obrigad*)?",
    "nao (o|a|os|as) (quero|preciso|uso)( mais)?|(tire*|tira|remov*|corte|corta|evite|evita|deixe|deixa) (isso|eles|elas|ele|ela|fora|de fora)( [^ ]+){0,4}",
    "((nao|ah|uai|obrigad*|olha) ){0,4}(to fora|tou fora|deixa pra la|deixe la|melhor nao|fica pra proxima|mud* de assunto|to de boa|dispenso|passo|nem quero)( obrigad*)?",
  ],
  spans: [
    "sem (usar|precisar de|recorrer a|comprar)( [^ ]+){1,2}",
    "(?<=(prefiro|preferimos|preferia|melhor) .{1,80} )(do que|a|que) (um|uma|o|a|ir a|ir ao|fazer|ficar em)( [^ ]+){1,2}",
  ],
  contrasts: "nao (?!so|somente|apenas)( ?[^ ,]+){1,4},? (?=(e )?sim )",
  exceptions:
    "(por que|gastar|pagar|perder|caro|cara|longe|barulh*|muito|demais|esqueca|encontro|bom|boa|barat*|velh*|lent*|pesad*)",
  beginnings:
    "((quero|queremos|preciso|procuro|gostaria|prefiro)(?<=em vez de .{1,80})|(?<!(quero|queremos|disse|falei|avisei|digo|sei) )que nao|(?<!(no|nao|ver|nada|algo|nunca|mucho|quiero|necesito|una|un) )mas|porque|embora|em vez de|(e|ou|nem) nao)",
};
