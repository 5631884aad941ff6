import type { Fault } from "../faults/planted.ts";

/** In what the operator's side stores and reads. Races meet in race-control.ts. */
export const managementFaults: readonly Fault[] = [
  {
    fault: "who follows the catalogue is not told what was removed",
    plant: [{ from: "where not v_reload and", to: "where false and" }],
    refusedBy: "a known version gets the changes since it, and no more",
  },
  {
    fault: "a reload tells removals too",
    plant: [{ from: "where not v_reload and", to: "where" }],
    refusedBy: "without a version everything is returned, as a reload",
  },
  {
    fault: "the catalogue is told under the version before its own",
    plant: [
      {
        from: "to_json(v_state.epoch || '.' || v_state.version)",
        to: "to_json(v_state.epoch || '.' || greatest(v_state.version - 1, 0))",
      },
    ],
    refusedBy: "no delta is returned when nothing changed",
  },
  {
    fault: "the catalogue is told under the version after its own",
    plant: [
      {
        from: "to_json(v_state.epoch || '.' || v_state.version)",
        to: "to_json(v_state.epoch || '.' || v_state.version + 1)",
      },
    ],
    refusedBy: "a known version gets the changes since it, and no more",
  },
  {
    fault: "who follows the catalogue is told all of it, as changes",
    plant: [{ from: "else v_since end", to: "else 0 end" }],
    refusedBy: "a known version gets the changes since it, and no more",
  },
  {
    fault: "entities that were removed are told as there",
    plant: [
      {
        from: "f.document::text as",
        to: "coalesce(f.document, jsonb_build_object('id', f.id))::text as",
      },
      { from: "where f.document is not null and", to: "where" },
    ],
    refusedBy: "without a version everything is returned, as a reload",
  },
  {
    fault: "who follows the catalogue is not told of keys",
    plant: [{ from: "where k.version > v_since", to: "where v_reload" }],
    refusedBy: "a new key and a revocation reach the serving side",
  },
  {
    fault: "a charge does not keep its placement",
    plant: [{ from: "(x.state).placement,", to: "null," }],
    refusedBy: "charges can be added up by placement alone, and by all but placement",
  },
  {
    fault: "a change that is refused is noted",
    plant: [
      {
        from: "if change->>'expectedVersion' is distinct",
        to: "perform note_audit(change->'audit', now_ms);\n  if change->>'expectedVersion' is distinct",
      },
      { from: "perform note_audit(change->'audit', now_ms);\n    --", to: "--" },
    ],
    refusedBy: "a change that is refused is not noted",
  },
  {
    fault: "a repeated change that changes nothing is noted again",
    plant: [{ from: "v_changed := v_changed + 1;", to: "null;" }],
    refusedBy: "a change that is repeated because its reply was lost is noted once",
  },
  {
    fault: "whether a key is live is looked at before the lock",
    plant: [
      {
        from: "v_due bigint;\nbegin\n",
        to: "v_due bigint;\n  v_live boolean := (select not k.revoked and k.revoked_at is null from api_keys k where k.id = key_id);\nbegin\n  perform planted.meet();\n",
      },
      {
        from: "where k.id = key_id and not k.revoked and (after_ms = 0 or k.revoked_at is null or k.revoked_at > v_due);",
        to: "where k.id = key_id and v_live;",
      },
    ],
    refusedBy: "of 64 racing revocations at one time one is noted",
  },
  {
    fault: "a rotation looks at the old key before the lock",
    plant: [
      {
        from: "perform 1 from catalog_state for update;\n  v_at := ",
        to: "v_at := ",
      },
      {
        from: "perform insert_api_key(key);\n  perform revoke_api_key(",
        to: "perform planted.meet();\n  perform insert_api_key(key);\n  perform revoke_api_key(",
      },
    ],
    refusedBy: "of 64 racing rotations of one key at once one is done",
  },
  {
    fault: "keys of a publisher that is removed are not revoked",
    plant: [
      {
        from: "where r->>'kind' = 'publisher' and k.publisher_id",
        to: "where false and k.publisher_id",
      },
    ],
    refusedBy: "removing a publisher revokes its keys in the same step, for good",
  },
  {
    fault: "what is removed is kept as it was first removed",
    plant: [
      {
        from: "removed_document = e.document,",
        to: "removed_document = coalesce(e.removed_document, e.document),",
      },
      { from: "removed_document = null, ", to: "" },
    ],
    refusedBy: "a removed entity is read as it last stood",
  },
  {
    fault: "the time is that of the catalogue's last change",
    plant: [
      {
        from: "return '{\"at\":' || v_at || '}';",
        to: "return '{\"at\":0}';",
      },
    ],
    refusedBy: "the store tells its time, whether something changed or not",
  },
  {
    fault: "a charge does not keep its publisher",
    plant: [{ from: "(x.state).publisher_id,", to: "null," }],
    refusedBy: "a charge keeps publisher, advertiser and key of its issue",
  },
  {
    fault: "users are counted of any publisher",
    plant: [
      {
        from: "and (v_publishers is null or",
        to: "and (true or v_publishers is null or",
      },
    ],
    refusedBy: "charges, statistics, users and deliveries are read of the requested owners",
  },
  {
    fault: "lines of two publishers are one",
    plant: [
      {
        from: 'x."publisherId", x."platformId",\n      x.placement',
        to: 'x."platformId",\n      x.placement',
      },
    ],
    refusedBy: "statistics can be added up by publisherId alone, and by all but publisherId",
  },
  {
    fault: "records of the trail get their ids before the lock",
    plant: [
      {
        from: "perform 1 from catalog_state for update;\n  if (select count(*)",
        to: "perform note_audit(audit, now_ms);\n  perform planted.fall_behind(currval(pg_get_serial_sequence('audit', 'id')));\n  perform 1 from catalog_state for update;\n  if (select count(*)",
      },
      {
        from: "if found then\n    perform note_audit(audit, now_ms);\n  end if;\n  return '\"stored\"';",
        to: "return '\"stored\"';",
      },
    ],
    refusedBy: "a reader that continues after the last record misses none, with any number of writers",
  },
  {
    fault: "the last place of a webhook is looked for without a lock",
    plant: [
      {
        from: "perform 1 from catalog_state for update;\n  if (select count(*)",
        to: "if (select count(*)",
      },
      {
        from: "insert into webhooks as w",
        to: "perform planted.meet();\n  insert into webhooks as w",
      },
    ],
    refusedBy: "64 racers for the last place of a webhook: one is stored and noted",
  },
  {
    fault: "what is due is read without a lock",
    plant: [
      {
        from: "limit max_rows for update skip locked\n  ), claimed as (",
        to: "limit max_rows\n  ), wait as materialized (\n    select planted.meet()\n  ), claimed as (",
      },
      {
        from: "from due d where m.webhook_id = d.webhook_id",
        to: "from due d, wait where m.webhook_id = d.webhook_id",
      },
    ],
    refusedBy: "of 64 claimers at once no two get the same message",
  },
  {
    fault: "a lease ends a millisecond late",
    plant: [{ from: "where m.due_at <= v_at", to: "where m.due_at < v_at" }],
    refusedBy: "an unsettled message is due again when its lease ends",
  },
  {
    fault: "uniques look at ids of an hour before their range, and at no strays",
    plant: [
      { from: 's."from" - 90000000', to: 's."from" - 3600000' },
      {
        from: "where d.seen_at >= v_from and d.seen_at < v_to",
        to: "where false",
      },
    ],
    refusedBy: "users are counted whatever the time of their delivery's id",
  },
  {
    fault: "uniques name platforms that no network is counted of",
    plant: [{ from: "having v_by = '[]' or count(u.user_key) > 0", to: "" }],
    refusedBy: "networks are counted by field where there is one",
  },
  {
    fault: "uniques by field have any number of lines",
    plant: [{ from: "limit (owners->>'limit')::bigint", to: "" }],
    refusedBy: "users by field come in the order of the ranges, and the largest number first",
  },
];
