import type { NegationPatterns } from "../negation-patterns.ts";

export const fr: NegationPatterns = {
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
};
