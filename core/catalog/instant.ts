const pattern = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,3})?)?(?:Z|[+-](\d\d):(\d\d))$/;

/** Whether the text is an ISO 8601 instant with an offset, on a day and at a time that exist. */
export function isInstant(text: string): boolean {
  const match = pattern.exec(text);
  if (match === null) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, offsetHour = 0, offsetMinute = 0] =
    match.slice(1).map((digits) => Number(digits ?? 0));
  // Date.parse turns February 30 into March 1 or 2 on some engines instead of refusing it.
  const date = new Date(Date.UTC(year, month - 1, day));
  const dayExists = year >= 1970 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return dayExists && hour < 24 && minute < 60 && second < 60 && offsetHour < 24 && offsetMinute < 60;
}
