// Campaigns placed on several Durable Objects, for an installation that is past one. Routers are objects, too: each keeps the catalogue
// and its batches between requests. Add places at the end of the list only.
import { DurableObject } from "cloudflare:workers";
import { openPlaced } from "handbill/adapters/placed";
import { createPlace, forwardRequest, openDurableObject, toDurableObject } from "handbill/cloudflare";
import { createConsole } from "handbill/console";
import { createInstallation } from "handbill/management";

const places = ["place-1", "place-2"];
const routers = 4;

/** Home, and each place: a store. */
export class Place extends DurableObject {
  #place = createPlace(this.ctx);

  call(operation, values) {
    return this.#place.call(operation, values);
  }

  alarm() {
    return this.#place.alarm();
  }
}

/** A server over all places. */
export class Router extends DurableObject {
  #server = toDurableObject(
    createInstallation({
      store: openPlaced({
        home: openDurableObject(this.env.PLACES, "home"),
        places: places.map((name) => openDurableObject(this.env.PLACES, name)),
      }),
      console: createConsole(),
      env: (name) => this.env[name],
      health: true,
    }),
    this.ctx,
  );

  fetch(request) {
    return this.#server.fetch(request);
  }

  alarm() {
    return this.#server.alarm();
  }
}

export default {
  fetch(request, env) {
    const number = Math.floor(Math.random() * routers);
    return forwardRequest(env.ROUTERS.getByName(`router-${number}`), request);
  },
};
