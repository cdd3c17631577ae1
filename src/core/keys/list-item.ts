/** The field of a list's item that names it: go-i18n and Hugo (`- id: greeting`). */
export const ITEM_ID = 'id';

/** The field of an item that holds its text, or a map of its plural forms. */
export const ITEM_TRANSLATION = 'translation';
