import type { Place, Scene } from './place.js';

const CONFIG = '{ "files": ["config/locales/{locale}.yml", "app/{locale}.json"] }\n';
const EN = 'en:\n  cart:\n    title: Your cart\n    empty: Nothing here\n  bye: Goodbye\n';
const DE =
  '# by hand\nde:\n  cart:\n    title: "Ihr Warenkorb" # quoted\n    empty: Noch nichts da\n  bye: Tschüss\n';
const APP = '{\n  "save": "Save",\n  "undo": "Undo"\n}\n';
const FILES = {
  '.locsyncrc': CONFIG,
  'config/locales/en.yml': EN,
  'config/locales/de.yml': DE,
  'app/en.json': APP,
};

const pushed = async (place: Place): Promise<void> => {
  const told = await place.run(['push']);
  if (told.exitCode !== 0) throw new Error(told.story);
};

/** Two files change, one is new in a folder that is there, one key goes. */
export const PULL: Scene = {
  name: 'pull',
  argv: ['pull'],
  files: FILES,
  before: async (place) => {
    await pushed(place);
    await place.service.put('de', 'config/locales/en.yml', {
      'cart.title': 'Dein Warenkorb',
      'cart.total': 'Summe',
    });
    await place.service.put('en', 'app/en.json', { save: 'Save it' });
    await place.service.put('fr', 'config/locales/en.yml', {
      bye: 'Au revoir',
      'cart.title': 'Votre panier',
    });
  },
};

/** Texts that both sides have changed, in two files. */
export const FORCED_PULL: Scene = {
  name: 'pull --force',
  argv: ['pull', '--force'],
  files: FILES,
  before: async (place) => {
    await pushed(place);
    await place.service.put('de', 'config/locales/en.yml', { bye: 'Ade' });
    await place.service.put('en', 'app/en.json', { save: 'Save it' });
    place.write('config/locales/de.yml', DE.replace('Tschüss', 'Servus, ihr'));
    place.write('app/en.json', APP.replace('"Save"', '"Store"'));
  },
};

export const FIRST_PUSH: Scene = { name: 'first push', argv: ['push'], files: FILES };

/**
 * Changes in two languages of one set and in another set, a newer text on the service, and no lock
 * folder yet to begin with.
 */
export const PUSH: Scene = {
  name: 'push',
  argv: ['push'],
  files: FILES,
  before: async (place) => {
    await pushed(place);
    await place.service.put('de', 'config/locales/en.yml', { bye: 'Ade' });
    place.write('config/locales/en.yml', EN.replace('Your cart', 'The cart'));
    place.write('config/locales/de.yml', DE.replace('Noch nichts da', 'Leer'));
    place.write('app/en.json', APP.replace('"Undo"', '"Take back"'));
  },
};

/** A service that alters a translator's newer text, which goes along with an upload. */
export const ALTERED: Scene = {
  name: 'push that alters a newer text',
  argv: ['push'],
  files: FILES,
  behave: ['escape-html'],
  exit: 1,
  before: async (place) => {
    await pushed(place);
    await place.service.put('de', 'config/locales/en.yml', { bye: 'Ade & servus' });
    place.write('config/locales/de.yml', DE.replace('Noch nichts da', 'Leer'));
  },
};

/** A pull that has changed two files and made one, and is taken back. */
export const UNDO: Scene = {
  name: 'undo',
  argv: ['undo'],
  files: FILES,
  before: async (place) => {
    await PULL.before?.(place);
    const told = await place.run(['pull']);
    if (told.exitCode !== 0) throw new Error(told.story);
  },
};

/** A key in two locales, with an edit that was not pushed yet. */
export const RENAME: Scene = {
  name: 'mv of a key',
  argv: ['mv', 'cart.title', 'shop.heading'],
  files: FILES,
  exit: 1,
  before: async (place) => {
    await pushed(place);
    place.write('config/locales/de.yml', DE.replace('Ihr Warenkorb', 'Korb'));
  },
};

/** The files of a set. */
export const MOVE_FILES: Scene = {
  name: 'mv of files',
  argv: ['mv', 'config/locales/en.yml', 'config/texts/locales/en.yml'],
  files: { ...FILES, '.locsyncrc': '{ "files": ["config/**/locales/{locale}.yml", "app/{locale}.json"] }\n' },
  exit: 1,
  before: pushed,
};
