import { type Figure, toReadings } from '../../log/figures.ts'
import { countByCarrier } from './store.ts'

const dayMs = 86_400_000

/** What waits to leave the service, and what could not. */
export const outboxFigures: readonly Figure[] = [
  {
    name: 'rushes_outbox_pending',
    help: 'Mails and calls that are still to be sent, by carrier',
    labelNames: ['carrier'],
    read: async ({ database }) => toReadings('carrier', await countByCarrier(database, { status: 'PENDING' })),
  },
  {
    name: 'rushes_outbox_failed',
    help: 'Mails and calls that were given up within a day, by carrier',
    labelNames: ['carrier'],
    read: async ({ database, clock }) =>
      toReadings('carrier', await countByCarrier(database, { status: 'FAILED', since: clock.now() - dayMs })),
  },
]
