import { type AdCall, recordCalls, recordOf } from "./calls.ts";
import { measureView, unseen, type ViewNow } from "./measure-view.ts";

/** A slot of the page, with everything that happened to it. */
export interface SeenSlot {
  readonly element: Element;
  /** From 1, in the order of the page; slots that come later count on. */
  readonly number: number;
  call: AdCall | undefined;
  view: ViewNow;
  /** The names of its events with their time since the page began, in milliseconds. */
  readonly events: { readonly name: string; readonly at: number }[];
  readonly errors: string[];
}

export interface SeenSlots {
  readonly all: () => readonly SeenSlot[];
  readonly stop: () => void;
}

const names = ["filled", "no-ad", "rendered", "viewed", "clicked", "action", "error"] as const;

const okStatus = 200;
/** Calls of no slot stay unclaimed, such as those of a page that draws its ads itself. */
const maxUnclaimed = 100;

/** Watches the slots of the page, their ad requests, events and views, and changes nothing of them. */
export function watchSlots(baseUrl: string): SeenSlots {
  const slots = new Map<Element, SeenSlot>();
  const stops = new Map<Element, () => void>();
  const unclaimed: AdCall[] = [];
  const slotOf = (element: Element): SeenSlot => {
    const known = slots.get(element);
    if (known) return known;
    const number = slots.size + 1;
    const slot = { element, number, call: undefined, view: unseen, events: [], errors: [] };
    slots.set(element, slot);
    return slot;
  };
  /** So that slots are numbered in their order in the page, whichever answer comes first. */
  const enterAll = (): void => {
    for (const element of document.querySelectorAll("[data-ad]")) slotOf(element);
  };
  /** The oldest call with this outcome: of this delivery, or else for the placement of the slot. */
  const claim = (element: Element, name: string, deliveryId: string | undefined): AdCall | undefined => {
    const { ad } = element instanceof HTMLElement ? element.dataset : {};
    const isOwn = ({ status, request, deliveryId: own }: AdCall): boolean =>
      (status === okStatus) === (name !== "error") &&
      own === deliveryId &&
      (own !== undefined || !ad || request["placement"] === ad);
    const index = unclaimed.findIndex(isOwn);
    return index < 0 ? undefined : unclaimed.splice(index, 1)[0];
  };
  const onEvent = (event: Event): void => {
    const [element] = event.composedPath();
    if (!(event instanceof CustomEvent) || !(element instanceof Element)) return;
    enterAll();
    const name = event.type.replace("handbill:", "");
    const slot = slotOf(element);
    const { ad, error } = recordOf(event.detail);
    slot.events.push({ name, at: performance.now() });
    if (error !== undefined) slot.errors.push(String(error));
    const { delivery_id: id } = recordOf(ad);
    if (name === "filled" || name === "no-ad" || (name === "error" && ad === undefined))
      slot.call = claim(element, name, typeof id === "string" ? id : undefined);
    const card = element.querySelector("handbill-ad");
    if (name !== "rendered" || card === null) return;
    stops.get(element)?.();
    stops.set(
      element,
      measureView(card, (view) => {
        slot.view = view;
      }),
    );
  };
  for (const name of names) document.addEventListener(`handbill:${name}`, onEvent, true);
  const stopRecording = recordCalls(baseUrl, (call) => {
    unclaimed.push(call);
    if (unclaimed.length > maxUnclaimed) unclaimed.shift();
  });
  return {
    all: () => {
      enterAll();
      return [...slots.values()].filter(({ element }) => element.isConnected);
    },
    stop: () => {
      stopRecording();
      for (const name of names) document.removeEventListener(`handbill:${name}`, onEvent, true);
      for (const stop of stops.values()) stop();
    },
  };
}
