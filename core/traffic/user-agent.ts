import { createIsbotFromList, list } from "isbot";
import { Lru } from "../lru.ts";
import {
  androidPlatform,
  androidProgram,
  appLibraries,
  compatibleWithNothing,
  innocentWords,
  loosePatterns,
  otherBrowsers,
  programs,
  scriptLibraries,
} from "./agent-words.ts";
import type { AgentReason } from "./judgement.ts";

const isProgram: (agent: string) => boolean = createIsbotFromList(
  list.filter((pattern) => !loosePatterns.has(pattern)),
);

/** The longest agents of people's browsers, with a name for each module that is installed, have some 600 characters. */
const maxLength = 2_048;

/** `app_library`: an application's own requests. `fetching_app`: those of an application that is a program. */
type Verdict = AgentReason | "app_library" | "fetching_app" | "person";

/** What a User-Agent header says about its sender; `undefined`: it is that of a person's browser. A link is followed by browsers only. */
export function readAgent(header: string | undefined, isLink: boolean): AgentReason | undefined {
  return reasonOf(verdictOn(header ?? ""), isLink);
}

function reasonOf(verdict: Verdict, isLink: boolean): AgentReason | undefined {
  switch (verdict) {
    case "person":
      return undefined;
    case "app_library":
      return isLink ? "http_library" : undefined;
    case "fetching_app":
      return isLink ? "http_library" : "bot";
    default:
      return verdict;
  }
}

function verdictOn(header: string): Verdict {
  const agent = header.trim();
  if (!/[a-z0-9]/i.test(agent)) return "no_user_agent";
  if (agent.length > maxLength) return "impossible_user_agent";
  if (scriptLibraries.test(agent)) return "http_library";
  const isBot =
    programs.test(agent) ||
    compatibleWithNothing.test(agent) ||
    (!otherBrowsers.test(agent) && isProgram(withoutNames(agent)));
  if (appLibraries.test(agent)) return isBot ? "fetching_app" : "app_library";
  return isBot ? "bot" : "person";
}

/** Models of devices and names of applications may hold any word. A platform that describes a program is left as it is. */
function withoutNames(agent: string): string {
  return agent
    .replace(androidPlatform, (platform) =>
      androidProgram.test(platform) ? platform : "Mozilla/5.0 (Linux; Android)",
    )
    .replace(innocentWords, "");
}

/** Agents repeat. Longer ones are read again each time, so that memory is bounded. */
const maxRemembered = 4_096;
const maxRememberedLength = 512;

/** {@link readAgent} with a memory. */
export function createAgentReader(): typeof readAgent {
  const remembered = new Lru<Verdict>(maxRemembered);
  return (header = "", isLink) => {
    const known = remembered.get(header);
    if (known !== undefined) return reasonOf(known, isLink);
    const verdict = verdictOn(header);
    if (header.length <= maxRememberedLength) remembered.set(header, verdict);
    return reasonOf(verdict, isLink);
  };
}
