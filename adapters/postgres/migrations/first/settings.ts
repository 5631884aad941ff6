import { changing } from "./clauses.ts";

/** Values that the installation stores once. */
export const settings: string = `
create table settings (
  name text collate "C" primary key,
  value text not null
);

-- Stores a value under a name that has none. Without a value it changes nothing.
-- Result: the stored value as JSON, null for none.
create function first_setting(setting text, first_value text) returns jsonb
${changing} as $function$
begin
  if first_value is not null then
    insert into settings values (setting, first_value) on conflict do nothing;
  end if;
  return (select to_jsonb(s.value) from settings s where s.name = setting);
end $function$;
`;
