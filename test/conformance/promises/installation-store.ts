import { callersDuty, definition, definitions, type PromiseCoverage } from "./promise.ts";

const plan = "a migration leaves no step to apply, and keeps the data";
const kept = "a delivery is kept as long as the store promises";
const gone = "a forgotten user's deliveries are gone, however many, and no others";
const money = "a forgotten user's holds are free, and the charges stay";
const firstValue = "the first value of a name stays, and every store has it";
const risks = { because: "the kit cannot give a database a standby; each adapter's own tests do" };
const closed = "a closed store keeps confirmed changes, and can be closed again";

/** The operations on a whole store. */
export const installationCoverage: readonly PromiseCoverage[] = [
  ["One step of a store's schema.", definition],
  ["Steps are applied in the order", [plan]],
  ...definitions("Words that name the step for the operator."),
  ["Whether the store has this step.", [plan]],
  ["How long a store keeps", definition],
  ["A delivery is kept at least", [kept]],
  ["Charges and totals are kept", [kept]],
  [
    "An hour of statistics is kept",
    ["an hour of statistics is kept for 400 days after its beginning, and dropped by a release after that"],
  ],
  [
    "The network of a delivery is forgotten",
    ["a network is forgotten when the store promises it, and not a week before"],
  ],
  ...definitions("Whether deliveries are also kept until", "Absent: no."),
  ...definitions(
    "A setting that may lose confirmed",
    "A sentence that names the setting",
    "What to do, as a sentence.",
  ),
  ["The operations on a whole store", definition],
  [
    "The rules of `core/storage/store.ts`",
    [gone, "64 calls that forget a user at once delete each delivery once"],
  ],
  ["The retention that the store", [kept]],
  ["`releaseExpired` or the database itself", definition],
  ["Fulfilled when the store can be reached", ["an open store is ready, and stays as it was"]],
  [
    "Otherwise rejects with an outage",
    { because: "the kit cannot take a database away; each adapter's own tests do" },
  ],
  ["Changes nothing.", ["an open store is ready, and stays as it was"]],
  ["A server calls it before it listens;", callersDuty],
  ["Risks of the database's present settings", risks],
  ["Changes nothing.", risks],
  ["Absent: the store knows of none.", definition],
  ["All steps of the schema in order", [plan]],
  ["Empty for a store without a schema.", definition],
  ["Changes nothing.", [plan]],
  ["Applies the missing steps", [plan]],
  ["A store that applies them when it is opened", [plan]],
  ["Any number of instances may call it at once:", ["64 migrations at once apply no step twice"]],
  ["Stores a value under a name", [firstValue]],
  ["Without `value` it changes nothing", [firstValue]],
  ["Any number of instances may call it at once:", ["64 first values at once: all get the same one"]],
  ["A stored value never changes.", [firstValue]],
  ["Both texts have 1 to 128 characters.", callersDuty],
  ["Deletes every delivery of one user", [gone]],
  ["Holds of these deliveries", [money, "64 calls that forget a user at once delete each delivery once"]],
  ["Charges, spent amounts and statistics stay", [money]],
  ["Frequency caps start again", ["a frequency cap starts again for a forgotten user, and for no other"]],
  ["Works in steps of at most", [gone]],
  ["`audit` is noted in the step", [gone]],
  ["Releases what the store has opened", { because: "only the adapter knows what it has opened" }],
  ["Confirmed changes stay stored.", [closed]],
  ["A second call changes nothing.", [closed]],
  ["Operations after it may be rejected.", definition],
];
