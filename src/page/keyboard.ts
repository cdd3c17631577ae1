/**
 * Whether a key belongs to a composition, such as Enter that takes a Japanese word. Safari sends
 * it after the composition has ended, with this code instead.
 */
export const isComposing = (event: KeyboardEvent): boolean =>
  event.isComposing || Reflect.get(event, 'keyCode') === 229;
