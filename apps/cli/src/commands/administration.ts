import type { CommandDescription, OptionDescription } from '../command.ts'
import { idOption, numeric } from './options.ts'

const inAccount = idOption('--account <id>', 'the account; yours, when you manage one only')
const named = { usage: '<user>', meaning: 'id, user name or email address' }
const webhook = { usage: '<webhook>', meaning: 'id of the webhook' }
const onlyRights: OptionDescription = {
  flags: '--right <name>',
  meaning: 'a right that it can use, like LIBRARY_VIEW; may be given several times; all of yours when left out',
  repeats: true,
}

/** What those use who look after users, tokens and webhooks. */
export const administration: readonly CommandDescription[] = [
  {
    words: 'user list',
    summary: 'The users of the service, for those who support it',
    arguments: [{ usage: '[text]', meaning: 'only those whose name or address begins so' }],
    examples: ['rushes user list', 'rushes user list anna'],
    reaches: 'service',
    load: () => import('./user-list.ts'),
  },
  {
    words: 'user create',
    summary: 'Create a user; the first password is asked for, or read from the standard input',
    arguments: [{ usage: '<name>', meaning: 'name to sign in with' }],
    options: [
      { flags: '--email <address>', meaning: 'email address of the user', isMandatory: true },
      idOption('--account <id>', 'an account in which the user takes part'),
      { flags: '--right <name>', meaning: 'a right on that account; may be given several times', repeats: true },
    ],
    examples: ['rushes user create ben --email ben@example.org --account 1'],
    reaches: 'service',
    load: () => import('./user-create.ts'),
  },
  {
    words: 'user disable',
    summary: 'Keep a user out, at once; everything they made stays',
    arguments: [named],
    examples: ['rushes user disable 17'],
    reaches: 'service',
    load: () => import('./user-disable.ts'),
  },
  {
    words: 'user enable',
    summary: 'Let a user in again who was disabled or is locked',
    arguments: [named],
    examples: ['rushes user enable 17'],
    reaches: 'service',
    load: () => import('./user-enable.ts'),
  },
  {
    words: 'user reset-factor',
    summary: 'Take the second factor from a user who has lost it',
    arguments: [named],
    examples: ['rushes user reset-factor 17'],
    reaches: 'service',
    load: () => import('./user-reset-factor.ts'),
  },
  {
    words: 'token list',
    summary: 'Your API tokens',
    examples: ['rushes token list'],
    reaches: 'service',
    load: () => import('./token-list.ts'),
  },
  {
    words: 'token create',
    summary: 'Create an API token for a program, and print it; only when signed in with a password',
    arguments: [{ usage: '<label>', meaning: 'what it is for' }],
    options: [{ flags: '--expires <when>', meaning: 'like 30d or 2030-01-31; never when left out' }, onlyRights],
    examples: ['rushes token create "Render farm" --expires 30d --right LIBRARY_VIEW'],
    reaches: 'service',
    load: () => import('./token-create.ts'),
  },
  {
    words: 'token revoke',
    summary: 'End one of your API tokens at once',
    arguments: [{ usage: '<token>', meaning: 'id of the token' }],
    examples: ['rushes token revoke 23'],
    reaches: 'service',
    load: () => import('./token-revoke.ts'),
  },
  {
    words: 'webhook list',
    summary: 'The webhooks of an account, with the reason where one is paused',
    options: [inAccount],
    examples: ['rushes webhook list'],
    reaches: 'service',
    load: () => import('./webhook-list.ts'),
  },
  {
    words: 'webhook create',
    summary: 'Have events of an account posted to an address; prints the secret once',
    arguments: [{ usage: '<url>', meaning: 'where events are posted' }],
    options: [
      inAccount,
      { flags: '--type <event>', meaning: 'only events of this type; may be given several times', repeats: true },
      { flags: '--label <text>', meaning: 'what it is for' },
    ],
    examples: ['rushes webhook create https://hooks.example.org/rushes --type Media.create --type Media.delete'],
    reaches: 'service',
    load: () => import('./webhook-create.ts'),
  },
  {
    words: 'webhook log',
    summary: 'What was sent to a webhook and how it was answered, the newest first',
    arguments: [webhook],
    options: [
      inAccount,
      { flags: '--status <status>', meaning: 'only these', choices: ['pending', 'delivered', 'failed'] },
      numeric('--rows <number>', 'how many at most; 100 when left out', 1, 1000),
    ],
    examples: ['rushes webhook log 5', 'rushes webhook log 5 --status failed'],
    reaches: 'service',
    load: () => import('./webhook-log.ts'),
  },
  {
    words: 'webhook test',
    summary: 'Post a test event, to try out a receiver',
    arguments: [webhook],
    options: [inAccount],
    examples: ['rushes webhook test 5'],
    reaches: 'service',
    load: () => import('./webhook-test.ts'),
  },
  {
    words: 'webhook redeliver',
    summary: 'Send an event again, after a receiver was away',
    arguments: [webhook, { usage: '<delivery>', meaning: 'id of the delivery in the log' }],
    options: [inAccount],
    examples: ['rushes webhook redeliver 5 99'],
    reaches: 'service',
    load: () => import('./webhook-redeliver.ts'),
  },
  {
    words: 'webhook delete',
    summary: 'Delete a webhook and its log',
    arguments: [webhook],
    options: [inAccount, { flags: '-y, --yes', meaning: 'do it' }],
    examples: ['rushes webhook delete 6 --yes'],
    reaches: 'service',
    load: () => import('./webhook-delete.ts'),
  },
]
