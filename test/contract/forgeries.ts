const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** The token with one character changed: at every place, to `letters` others of the alphabet (63 are all). */
export function singleChangesOf(token: string, letters: number): readonly string[] {
  const changes: string[] = [];
  for (let place = 0; place < token.length; place++) {
    const value = alphabet.indexOf(token.charAt(place));
    for (let step = 1; step <= letters; step++) {
      // The lowest bits first: in the last character of a token they are where decoders are lax.
      const letter = alphabet.charAt(value ^ step);
      changes.push(token.slice(0, place) + letter + token.slice(place + 1));
    }
  }
  return changes;
}

/** The token cut off at every place, the empty one included. */
export function prefixesOf(token: string): readonly string[] {
  return Array.from({ length: token.length }, (_, end) => token.slice(0, end));
}

/** The token with something before or after it. */
export function extensionsOf(token: string): readonly string[] {
  return [
    `${token}A`,
    `${token}AAAA`,
    `A${token}`,
    token + token,
    token.repeat(100),
    `${token}=`,
    `${token}==`,
  ];
}

/** Texts that lax decoders of base64 read as the same token. */
export function respellingsOf(token: string): readonly string[] {
  const middle = Math.floor(token.length / 2);
  const inside = (text: string): string => token.slice(0, middle) + text + token.slice(middle);
  const spellings = [
    ` ${token}`,
    `${token} `,
    `${token}\n`,
    inside(" "),
    inside("\n"),
    inside("="),
    inside("."),
    inside("!"),
    token.replaceAll("-", "+").replaceAll("_", "/"),
    token.toLowerCase(),
    token.toUpperCase(),
    encodeURIComponent(` ${token}`),
    [...token].reverse().join(""),
  ];
  return spellings.filter((spelling) => spelling !== token);
}
