/** The subjects that the operator may allow on a platform, such as war on a news site. */
export const allowableSubjects = [
  "self_harm",
  "sexual_violence",
  "grief",
  "medical_emergency",
  "weapons_drugs",
  "war_disaster",
] as const;
/** One of {@link allowableSubjects}. */
export type AllowableSubject = (typeof allowableSubjects)[number];

/** A subject beside which no ad stands. Nobody allows `minors`: endangered, abused and sexualised children. */
export type SensitiveSubject = AllowableSubject | "minors";
export const sensitiveSubjects: readonly SensitiveSubject[] = [...allowableSubjects, "minors"];
