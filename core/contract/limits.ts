/** The limits of contract.md §8, with the unit in the name. Characters are Unicode code points. */
export const maxBodyBytes: number = 64 * 1024;
export const maxPlatformIdCharacters = 128;
export const minVisitorIdCharacters = 16;
export const maxVisitorIdCharacters = 128;
export const maxStableUserIdCharacters = 128;
export const maxRequestIdCharacters = 128;
export const maxPlacementCharacters = 128;
export const maxLanguageCodeCharacters = 35;
export const maxTitleCharacters = 4_096;
export const maxContentCharacters = 16_384;
/** A message with its ad, counted after the markup is parsed (contract.md §2.7). */
export const maxMessageCharacters = 4_096;
