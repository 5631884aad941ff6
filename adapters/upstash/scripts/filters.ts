import { lua } from "./script.ts";

/**
 * The filter of a query: for some fields a JSON list of values, or empty text for any value. Values are compared as texts, so
 * their spelling as JSON does not matter.
 */
export const filters: string = lua`
local texts = {}
local function decoded(json)
  if texts[json] == nil then
    texts[json] = cjson.decode('[' .. json .. ']')[1]
  end
  return texts[json]
end

-- By the place of a field, the values that it may have.
local asked = {}
local function ask(place, list)
  if list == '' then
    return
  end
  asked[place] = {}
  for _, value in ipairs(cjson.decode(list)) do
    asked[place][value] = true
  end
end

-- fields: JSON each.
local function fits(fields)
  for place, values in pairs(asked) do
    if not values[decoded(fields[place])] then
      return false
    end
  end
  return true
end
`;
