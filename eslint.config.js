import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'coverage/'] },
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['*.js', 'bin/*.js', 'scripts/*.mjs'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-assertions': [
        'error',
        { assertionStyle: 'as', objectLiteralTypeAssertions: 'never' },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      eqeqeq: 'error',
      'no-console': 'error',
      // Prettier keeps the code's lines; this one is for lines of comments.
      'max-len': [
        'error',
        { code: 10_000, comments: 100, ignoreUrls: true, ignorePattern: 'eslint-disable' },
      ],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/main.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'CallExpression[callee.property.name=/^(?:push|unshift|splice|max|min|apply|fromCharCode|fromCodePoint)$/] > SpreadElement.arguments',
          message: 'Many values overflow the stack: use append or largest of core/text/lists.ts.',
        },
      ],
      'no-restricted-globals': [
        'error',
        { name: 'process', message: 'The process is a parameter: only src/main.ts names it.' },
      ],
    },
  },
  {
    files: ['src/core/**/*.ts', 'src/formats/**/*.ts', 'src/plan/**/*.ts', 'src/reporters/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ regex: '^node:', message: 'Pure layers touch no disk, network or terminal.' }] },
      ],
    },
  },
  { files: ['**/*.js', '**/*.mjs'], ...tseslint.configs.disableTypeChecked },
  { files: ['scripts/**/*.mjs'], rules: { 'no-console': 'off' } },
);
