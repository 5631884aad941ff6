/** The code tabs of the playground, against the real types of React, Vue and Next. */
import { expect, it } from "vitest";
import { compileScript, parse } from "vue/compiler-sfc";
import { type AdFormat, adFormats } from "../../core/contract/formats.ts";
import { codeSamples } from "../../runtimes/demo/site/code-samples.ts";
import { compile, type Program } from "./compile.ts";

/** The samples are JavaScript: their own parameters have no types. */
const javaScript = { allowJs: true, checkJs: true, noImplicitAny: false };

const ends: ReadonlyMap<string, string> = new Map([
  ["JavaScript", "browser.js"],
  ["React", "chat.jsx"],
  ["Vue", "chat-vue.js"],
  ["Next.js", "app/chat.jsx"],
  ["Server", "server.js"],
  ["Bot", "bot.js"],
]);

/** What the samples take for granted, and a page of Next around its sample. */
function around(folder: string): readonly Program[] {
  const bot = "sendMessage(chat: number, text: string, options: { parse_mode: 'HTML' }): Promise<unknown>";
  const page = `import type { Metadata } from "next";
import Chat from "./chat.jsx";
export const metadata: Metadata = { title: "Chat" };
export default function Page() { return <Chat question="?" answer="!" />; }`;
  return [
    { name: `${folder}/bot.d.ts`, text: `declare global { const bot: { ${bot} } }\nexport {};` },
    { name: `${folder}/app/page.tsx`, text: page },
  ];
}

/** As Vue compiles it, but with the props of components checked, whose names a template writes with dashes. */
function compiledVue(text: string): string {
  const { descriptor, errors } = parse(text);
  expect(errors).toEqual([]);
  const { content } = compileScript(descriptor, { id: "chat", inlineTemplate: true });
  return content
    .replaceAll(
      /"([a-z]+)-([a-z])([a-z]*)":/g,
      (_, a: string, b: string, c: string) => `${a}${b.toUpperCase()}${c}:`,
    )
    .replaceAll(/import \{ ([^}]*createVNode[^}]*) \} from "vue"/g, 'import { $1 } from "./checked-vue.ts"');
}

const checkedVue = `import type { VNode } from "vue";
export * from "vue";
type Component = abstract new (...all: never[]) => { readonly $props: object };
export declare function createVNode<C extends Component>(component: C, props: InstanceType<C>["$props"], ...all: readonly unknown[]): VNode;
export declare const createBlock: typeof createVNode;`;

function programs(
  change: (code: string, format: AdFormat | undefined) => string = (code) => code,
): readonly Program[] {
  return [undefined, ...adFormats].flatMap((format) => {
    const folder = format ?? "any";
    const request = {
      baseUrl: "https://hb.example",
      platformId: "pf_demo",
      question: 'Is "tea" <b>good</b>?',
      format,
    };
    const samples = codeSamples(request).flatMap(({ label, code }) => {
      const end = ends.get(label);
      if (end === undefined) return [];
      const text = change(code, format);
      return { name: `${folder}/${end}`, text: label === "Vue" ? compiledVue(text) : text };
    });
    expect(samples).toHaveLength(ends.size);
    return [...samples, ...around(folder), { name: `${folder}/checked-vue.ts`, text: checkedVue }];
  });
}

it("the script tag reserves the place of its ad, and carries any question and the format", () => {
  const request = { baseUrl: "https://hb.example", platformId: "pf_demo", question: 'Is "tea" <b>good</b>?' };
  const tagFor = (format: AdFormat | undefined) =>
    codeSamples({ ...request, format }).find(({ label }) => label === "Script tag")?.code;
  expect(tagFor(undefined)).not.toContain("data-formats");
  for (const format of adFormats) {
    const tag = tagFor(format);
    expect(tag).toContain('data-height="250" style="min-height:250px"');
    expect(tag).toContain(`data-formats="${format}"`);
    expect(tag).toContain('data-question="Is &quot;tea&quot; <b>good</b>?"');
  }
});

it("every sample of the playground compiles, for each format", { timeout: 120_000 }, async () => {
  expect(await compile(programs(), javaScript)).toBe("");
});

it("a prop, a field and a name that do not exist are found", { timeout: 120_000 }, async () => {
  const faults: Partial<Record<AdFormat, readonly [good: string, bad: string]>> = {
    quiz: ['placement="chat"', 'place="chat"'],
    card: ["accept_formats: [", "accept_formats: [1, "],
    text: ["newVisitorId", "newVisitor"],
  };
  const planted = programs((code, format) => code.replaceAll(...((format && faults[format]) ?? ["", ""])));
  const said = await compile(planted, javaScript).catch(String);
  const files = new Set([...said.matchAll(/^([\w/.-]+)\(\d/gm)].map(([, name]) => name));
  expect([...files].sort()).toEqual([
    ...["card/app/chat.jsx", "card/browser.js", "card/chat-vue.js", "card/chat.jsx", "card/server.js"],
    ...["quiz/app/chat.jsx", "quiz/chat-vue.js", "quiz/chat.jsx"],
    ...["text/app/chat.jsx", "text/browser.js", "text/chat-vue.js", "text/chat.jsx"],
  ]);
});
