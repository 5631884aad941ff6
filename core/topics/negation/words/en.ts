import type { NegationPatterns } from "../negation-patterns.ts";

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

export const en: NegationPatterns = {
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
};
