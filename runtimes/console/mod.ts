export { type ConsoleOptions, createConsole } from "./console.ts";
export { type ConsoleLinkOptions, consoleLink } from "./link.ts";
