/** People who review a film, and what they say of it. */

import type { Client } from '@rushes/client'
import type { TestService } from '../../server/test/service.ts'

export const password = 'seven quiet herons at dawn'

/** Frames of the film that the comments are about. */
export interface Moments {
  readonly entrance: number
  /** Of the comment that is shown. */
  readonly sail: number
  readonly dawn: number
  readonly flare: number
}

/** A member of the team of a production, signed in. */
export async function addMember(kit: TestService, prId: number, firstName: string, lastName: string): Promise<Client> {
  const username = firstName
    .normalize('NFD')
    .replaceAll(/\P{ASCII}/gu, '')
    .toLowerCase()
  const body = { username, password, firstName, lastName, email: `${username}@example.org` }
  const user = await kit.admin.accounts.createUser({ body })
  await kit.admin.productions.addParticipant({ prId, body: { userId: user.id, roles: ['Production Member'] } })
  const { token } = await kit.client().authentication.login({ body: { username, password } })
  return kit.client(token)
}

/** What a director, an editor and a colorist say of a clip; gives the id of the comment to show. */
export async function addComments(kit: TestService, prId: number, moId: number, moments: Moments): Promise<number> {
  const nora = await addMember(kit, prId, 'Nora', 'Lind')
  const elias = await addMember(kit, prId, 'Elias', 'Brandt')
  const mei = await addMember(kit, prId, 'Mei', 'Tanaka')
  const say = async (person: Client, start: number, description: string, more: object = {}): Promise<number> => {
    const body = { funnel: 'ReviewComment', start, description, ...more }
    return (await person.annotations.createClipAnnotation({ prId, moId, type: 'comment', body })).id
  }
  await say(nora, moments.entrance, 'Hold this a second longer before the boat arrives.')
  const spatial = 'xywh=percent:42,43,10,28'
  const sail = await say(elias, moments.sail, 'The sail is lost against the hills. Can we lift it a little?', {
    spatial,
  })
  await say(mei, moments.sail, 'Yes: a window on the sail, half a stop.', { relatedToId: sail })
  await say(mei, moments.dawn, 'The cut to the morning works. #{grade}', { tags: ['grade'] })
  const flare = await say(nora, moments.flare, 'The sun is too strong here.')
  await say(mei, moments.flare, 'Done in version 4.', { relatedToId: flare, tags: ['resolved'] })
  return sail
}
