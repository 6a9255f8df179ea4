import type { CommandDescription } from '../command.ts'
import { idOption, toFile } from './options.ts'

/** Who calls. */
export const signingIn: readonly CommandDescription[] = [
  {
    words: 'login',
    summary: 'Sign in; asks for the password, and for the code where there is a second factor',
    arguments: [{ usage: '[username]', meaning: 'name or address; asked for when left out' }],
    options: [
      { flags: '--remember', meaning: 'for a week instead of an hour' },
      { flags: '--with-token', meaning: 'read an API token from the standard input instead of a password' },
    ],
    examples: [
      'rushes login anna --url https://media.example.org',
      'rushes login anna --remember < password-and-code.txt',
      'rushes login --with-token --profile automation < token.txt',
    ],
    reaches: 'service',
    load: () => import('./login.ts'),
  },
  {
    words: 'logout',
    summary: 'End the session and forget it',
    options: [{ flags: '--all', meaning: 'end every session of the user' }],
    examples: ['rushes logout'],
    reaches: 'service',
    load: () => import('./logout.ts'),
  },
  {
    words: 'whoami',
    summary: 'Tell who is signed in, and where',
    examples: ['rushes whoami'],
    reaches: 'service',
    load: () => import('./whoami.ts'),
  },
  {
    words: 'api',
    summary: 'Call any address of the service, and print what it answers',
    arguments: [
      { usage: '<method>', meaning: 'get, post, put, patch or delete' },
      { usage: '<path>', meaning: 'like /production, with its query' },
    ],
    options: [
      { flags: '-d, --data <json>', meaning: 'the body; @file reads it from a file, - from the standard input' },
      toFile,
    ],
    examples: [
      'rushes api get /authentication/user',
      `rushes api post /production/3/eo --data '{"title":"Selects"}'`,
      'rushes api get "/production/3/an/search?q=night&rows=5"',
    ],
    reaches: 'service',
    load: () => import('./api.ts'),
  },
  {
    words: 'production list',
    summary: 'The productions that you may enter',
    examples: ['rushes production list --json'],
    reaches: 'service',
    load: () => import('./production-list.ts'),
  },
  {
    words: 'production create',
    summary: 'Create a production',
    arguments: [{ usage: '<name>', meaning: 'what it is called' }],
    options: [
      idOption('--account <id>', 'the account that it belongs to; yours, when you have one only'),
      { flags: '--description <text>', meaning: 'what it is about' },
    ],
    examples: ['rushes production create "Northern lights"'],
    reaches: 'service',
    load: () => import('./production-create.ts'),
  },
  {
    words: 'production export',
    summary: 'Write a production with all that is in it as one archive',
    arguments: [
      { usage: '<production>', meaning: 'its id, or its name' },
      { usage: '<file>', meaning: 'the archive to write, a tar', completes: 'files' },
    ],
    options: [
      {
        flags: '--media <which>',
        meaning: 'which files of clips go along; the originals when left out',
        choices: ['original', 'all', 'none'],
      },
      { flags: '-f, --force', meaning: 'replace a file that is there' },
    ],
    examples: ['rushes production export 3 northern-lights.tar', 'rushes production export 3 bare.tar --media none'],
    reaches: 'service',
    load: () => import('./production-export.ts'),
  },
  {
    words: 'production import',
    summary: 'Make a production of an archive, as a whole or not at all',
    arguments: [{ usage: '<file>', meaning: 'the archive', completes: 'files' }],
    options: [
      idOption('--account <id>', 'the account that it is to belong to; yours, when you have one only'),
      { flags: '--name <text>', meaning: 'what it is to be called; as it was when left out' },
    ],
    examples: ['rushes production import northern-lights.tar --account 1'],
    reaches: 'service',
    load: () => import('./production-import.ts'),
  },
]
