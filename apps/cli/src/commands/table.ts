/** Every command. */

import type { CommandTable } from '../command.ts'
import { administration } from './administration.ts'
import { library } from './library.ts'
import { operation } from './operation.ts'
import { signingIn } from './signing-in.ts'
import { subtitles } from './subtitles.ts'
import { teamwork } from './teamwork.ts'

export const table: CommandTable = {
  commands: [...operation, ...signingIn, ...administration, ...library, ...subtitles, ...teamwork],
  groups: {
    service: 'The service as a part of this machine',
    secret: 'The key of the service',
    backup: 'Backups of the whole service',
    storage: 'Where the media of a service is',
    retention: 'How long records are stored',
    search: 'Searches, and the engine that answers them',
    user: 'Users of the service',
    token: 'API tokens of programs',
    webhook: 'Addresses of other systems that events are posted to',
    production: 'Productions: the workspaces of teams',
    subtitle: 'Subtitles of clips, and subtitle files on this machine',
    clip: 'Clips of a production',
    share: 'Shares: collections opened to visitors from outside',
    comments: 'Comments of clips, also as marker files of editing systems',
    workflow: 'Durable work of the service',
    events: 'What happens in a production',
  },
}
