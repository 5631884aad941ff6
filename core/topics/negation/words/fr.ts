import type { NegationPatterns } from "../negation-patterns.ts";

export const fr: NegationPatterns = {
  triggers:
    "ne n pas plus aucun* arrete* cesse* marre assez stop desabonn* desinscri* lieu plutot sauf excepte hormis non inutile* ni refus* peu besoin supprim* retir* enlev* passe* veuillez jamais reparl* sans ailleurs prefer* epargn* merci bannir vire evite* oubli* hors exclu* ras question lache* fiche* fous yeux mais",
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
    "^(au lieu|plutot qu(e)?)",
    "^((et|mais|surtout) )?non (pas )?(un|une|des|d un|d une|le|la|l|les)",
    "inutile de|(ne|n) (veux|voulons|cherche|cherchons|souhaite|desire|bois|mange) .. ni|^ni (de |d )?[^ ]+ ni",
    "(je|j|nous|on) refus* (d|de|tout|toute|les|le|la|l)",
    "(tres peu|pas) pour (moi|nous)|(jamais|plus) de la vie|(jamais|hors) de question|pas question (de|d|que)",
    "pas (du tout |vraiment )?besoin (de|d|qu)",
    "(supprim*|retir*|enlev*|exclu*|bannir|vire*|epargn*|evite*|passe*) .. (pubs?|publicites?|offres?|promos?|annonces?|suggestions?|recommandations?|conseils?|notifications?)",
    "en (supprimant|retirant|enlevant|excluant|evitant|oubliant|laissant tomber)|se passe* (tres bien )?(de|d)(?! (quoi|comment))",
    "(veuillez|merci de|priere de) (ne|bien ne) (plus|pas)|(ne|n) (plus|pas) .. (adresser|envoyer|proposer|montrer|parler|suggerer|conseiller|recommander|recevoir|voir)",
    "si (tu|vous) (me |nous )?(reparl*|remontr*|repropos*)|(arretez|arrete|cessez|evite*|epargnez|epargne) (de|d|moi|nous)",
    "^((et|du|de la|des|le|la|l|les) ){0,4}[^ ]+ (non( merci)?|jamais|surtout pas|pas pour moi|tres peu pour moi)( de la vie)?$",
    "(ras le bol|en peux plus|en ai assez|plein le dos) (de|d|des|du)",
    "(sans|ne) (me|nous) (parler|proposer|conseiller|recommander|vanter|refiler|vendre|montrer)",
    "(tout|n importe quoi|quelque chose|quelque chose d) autre (chose )?qu",
    "(lache*|lachez|fiche*|fous) (moi|nous) (la|les|avec)",
    "se (passe*|passera*|passerai|passerons|passerions) .. (de|d|des|du)",
    "^plutot qu",
    "(sors|sort|sortent) par les yeux",
  ],
  refusals: [
    "((merci|ca|c est) )?(non( merci)?|tres peu pour (moi|nous)|pas (interesse*|besoin|pour moi|pour nous|mon truc|envie|question|la peine)|(jamais|hors) de (la vie|question)|sans facon|j en peux plus|arrete*|stop|ras le bol|aucun interet)( merci)?",
    "(je|j|nous|on) (n |ne )?(en|l|le|la|les) .. (veux|voulons|veut|ai|avons|prends|bois|supporte|aime) (pas|plus)( besoin)?|(je|j) (n )?en (veux|ai) (pas|plus)( besoin)?",
    "(enleve*|retire*|supprime*|oublie*|evite*) (les|la|le|ca|moi ca)|laisse* (ca |la |le |les )?(tomber|de cote)",
  ],
  spans: [
    "sans (utiliser|passer par|avoir recours a|avoir besoin d|acheter)( [^ ]+){1,2}",
    "(?<=(plutot|prefere|preferons|preferer|preferais|aime mieux) .{1,80} )(qu|que)( [^ ]+){1,4}",
  ],
  contrasts: "(non|pas) (?!seulement|que)( ?[^ ,]+){1,4},? (?=mais (plutot )?(un|une|des|du|le|la|de la) )",
  exceptions:
    "(pourquoi|sans|pas de (chance|souci|probleme)|lente?s?|vieux|vieille*|chers?|cheres?|loin|bruyant*|trop|sais|trouve*|oublie*|payer|depenser|bons?)",
  beginnings:
    "((?<!nunca |nao )mais|si|parce|au lieu|plutot que|(je|j|nous|on)(?<=(au lieu|plutot que) .{1,80}) (veux|voulons|voudrais|voudrions|cherche|prefere|aimerais|aimerions)|qui (ne|n)|(et|ou) (pas|ne|n))",
};
