import type { Catalog, Creative, Scene, SceneBlock } from "../../../core/catalog/entities.ts";

const words: Readonly<Record<string, string>> = {
  "Ad by Tern & Sons": "إعلان من تيرن وأولاده",
  "Beans roasted this morning": "حبوب بن حُمّصت هذا الصباح",
  "Small batches, posted the same day.": "كميات صغيرة تُرسل في اليوم نفسه.",
  "See the islands": "شاهد الجزر",
  "Open from May to October.": "مفتوح من مايو إلى أكتوبر.",
  "By the way: the tasting box has four roasts, and you can return it.":
    "بالمناسبة: في صندوق التذوق أربعة أنواع من البن، ويمكنك إرجاعه.",
  "Three days on foot": "ثلاثة أيام سيرًا على الأقدام",
  "Hut to hut, luggage carried, maps included.": "من كوخ إلى كوخ، ننقل الأمتعة والخرائط مشمولة.",
  "Prices include the ferry.": "الأسعار تشمل العبّارة.",
  "The pier": "الرصيف",
  "The lighthouse": "المنارة",
  "The boat at low tide": "القارب عند الجزر",
  "May we show you a savings tip?": "هل نعرض عليك نصيحة للتوفير؟",
  "It takes two taps.": "يكفي نقرتان.",
  "Yes, show me": "نعم، أرني",
  "No, thanks": "لا، شكرًا",
  "About us": "من نحن",
  "Which coffee are you?": "أي قهوة أنت؟",
  "Milk?": "حليب؟",
  Always: "دائمًا",
  Never: "أبدًا",
  "Let me read": "دعني أقرأ",
};

const say = (text: string): string => words[text] ?? text;

function block(one: SceneBlock): SceneBlock {
  if (one.kind === "text") return { ...one, text: say(one.text) };
  if (one.kind === "buttons") {
    return { ...one, buttons: one.buttons.map((button) => ({ ...button, label: say(button.label) })) };
  }
  if (one.kind === "gallery") {
    return {
      ...one,
      items: one.items.map((item) => (item.title ? { ...item, title: say(item.title) } : item)),
    };
  }
  return one;
}

const scene = (one: Scene): Scene => ({ ...one, blocks: one.blocks.map(block) });

const creative = (one: Creative): Creative => ({
  ...one,
  disclosure: { text: say(one.disclosure.text) },
  scenes: one.scenes?.map(scene),
});

/** The same catalogue in Arabic, as far as it is seen without a press. */
export function inArabic(catalog: Catalog): Catalog {
  return { ...catalog, creatives: catalog.creatives.map(creative) };
}
