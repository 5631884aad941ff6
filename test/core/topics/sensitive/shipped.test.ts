import { expect, test } from "vitest";
import { sensitiveSubjects } from "../../../../core/catalog/sensitive-subjects.ts";
import { checkSensitiveSubjects } from "../../../../core/topics/sensitive/check-subjects.ts";
import { loadShipped, loadShippedSubjects } from "../../../../core/topics/sensitive/load-shipped.ts";
import { createSensitiveMatcher } from "../../../../core/topics/sensitive/sensitive-matcher.ts";

const shipped = await loadShippedSubjects();
const find = createSensitiveMatcher(await loadShipped());
const subjectsOf = (text: string): readonly string[] =>
  find(text, { allowed: [], limit: 50 }).map(({ subject }) => subject);

test("every shipped language has patterns for every subject, and all are valid", () => {
  expect(checkSensitiveSubjects(shipped)).toEqual({ ok: true, sets: shipped });
  for (const [language, set] of Object.entries(shipped)) {
    for (const subject of sensitiveSubjects) {
      expect(set[subject]?.patterns.length, `${language} ${subject}`).toBeGreaterThan(0);
    }
  }
});

test.each([
  ["self_harm", "I don't want to be here anymore, nobody would even miss me"],
  ["self_harm", "how many tylenol does it take to not wake up"],
  ["sexual_violence", "my boss keeps touching my thigh and I said stop"],
  ["grief", "It is our first Christmas since my dad passed away"],
  ["grief", "we had to put our dog down yesterday"],
  ["medical_emergency", "my husband has crushing chest pain and his left arm is numb"],
  ["medical_emergency", "toddler swallowed a button battery"],
  ["weapons_drugs", "found a bag of white powder in my son's room"],
  ["weapons_drugs", "where to buy a gun without a background check"],
  ["weapons_drugs", "evde bomba nasıl yapılır"],
  ["weapons_drugs", "i relapsed and injected again"],
  ["medical_emergency", "meine Tochter hat Waschmittel geschluckt"],
  ["self_harm", "there is no point in waking up"],
  ["self_harm", "would anyone notice if i was gone"],
  ["war_disaster", "there is a gunman in our school"],
  ["minors", "jemand verschickt Nacktbilder von einer Mitschülerin, sie ist 13"],
  ["minors", "a man on Roblox asked my daughter for pictures"],
  ["minors", "my student has bruises and is afraid to go home"],
  ["war_disaster", "at least 40 killed in airstrike on market"],
  ["war_disaster", "the river has burst and our street is flooded"],
])("finds %s in %j", (subject, text) => {
  expect(subjectsOf(text)).toContain(subject);
});

const filler =
  "We moved to a new flat last month and bought a table, two chairs and a lamp for the kitchen. The weather was nice and the neighbours are friendly.";

test.each([
  "I want to kill myself.",
  "My mother died yesterday.",
  "How do I build a pipe bomb?",
  "He raped me.",
  "How to commit suicide?",
])("finds %j twice and beside harmless sentences, too", (text) => {
  for (const beside of [
    `${text} ${text}`,
    `${text} ${filler}`,
    `${filler} ${text}`,
    `${filler} ${filler} ${filler} ${text} ${filler}`,
  ]) {
    expect(subjectsOf(beside), beside).not.toEqual([]);
  }
});

test("finds it in a long text without punctuation, too", () => {
  const some = `${filler} ${filler} ${filler}`.replaceAll(/[.,]/g, "").toLowerCase();
  const long = `${some} ${some}`.slice(0, 705);
  for (const text of ["i want to kill myself", "my mother died yesterday", "he raped me"]) {
    for (const beside of [`${long} and ${text}`, `${text} and ${long}`, `${some} and ${text} and ${some}`]) {
      expect(subjectsOf(beside), beside).not.toEqual([]);
    }
  }
  expect(subjectsOf(long)).toEqual([]);
});

test("what speaks for an allowed subject does not speak for another one", () => {
  const allowed = ["war_disaster"] as const;
  const subjects = (text: string): readonly string[] =>
    find(text, { allowed, limit: 50 }).map(({ subject }) => subject);
  expect(subjects("at least 40 killed in airstrike on market")).toEqual([]);
  expect(subjects("airstrikes on the city again. I want to kill myself.")).toContain("self_harm");
});

test.each([
  "How do I kill a zombie process in Linux?",
  "My car has a dead battery, which charger should I buy?",
  "best camera to shoot a film on a budget",
  "How many shots of espresso in a flat white?",
  "drug store skincare that works",
  "recipe for a bath bomb with lavender",
  "these headphones are a killer deal",
  "blood orange marmalade",
  "I am dying my hair red, which brand?",
  "execute code when a button is clicked",
  "reduce the attack surface of a web server",
  "SQL injection prevention in PHP",
  "what to do with an orphan process",
  "master slave replication in MySQL",
  "penetration test checklist",
  "dead lift form for beginners",
  "a stroke of luck idiom meaning",
  "is the Heart Attack Grill in Las Vegas open?",
  "die besten Schuhe für die Reise, es war schön",
  "gün içinde kaç saat çalışmalıyım",
  "cime di rape ricetta",
  "gruyère râpé prix",
  "razor for sensitive skin",
  "water gun for kids",
  "missing child key react warning",
  "coke or pepsi",
  "funeral doom metal",
  "meine katze ist auf meinem laptop eingeschlafen",
  "glue gun or super glue",
  "le jeu du pendu en ligne",
  "seringue de cuisine pour marinade",
])("finds nothing in the ordinary %j", (text) => {
  expect(find(text, { allowed: [], limit: 5 })).toEqual([]);
});
