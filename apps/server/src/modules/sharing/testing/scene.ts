/** What the tests of this module begin with: a production, collections with clips, shares, visitors. */

import { type Client, createClip } from '@rushes/client'
import type { EditorialObject, SharedObjectRequest, ShareObject } from '@rushes/contract'
import type { TestService } from '../../../../test/service.ts'

export interface Scene {
  readonly prId: number
  /** A member who may view, collect and share, with every permission. */
  readonly owner: Client
  createCollection(body?: Partial<EditorialObject>): Promise<EditorialObject>
  /** A placeholder, attached to the collection when one is given. */
  createClip(collectionId?: number, name?: string): Promise<{ moId: number; moaId: number }>
  createShare(collectionId: number, body?: SharedObjectRequest): Promise<ShareObject>
  /** A visitor's client, logged in to a share. */
  visit(share: ShareObject, password?: string): Promise<Client>
  /** The same, identified. */
  visitAs(share: ShareObject, username: string): Promise<Client>
}

export async function createScene(kit: TestService): Promise<Scene> {
  const { id: prId } = await kit.createProduction()
  const { api: owner } = await kit.createMember(prId, {
    rights: [
      'PRODUCTION_VIEW',
      'LIBRARY_SHARE',
      'LIBRARY_UPDATE_METADATA',
      'LIBRARY_UPLOAD',
      'LIBRARY_DOWNLOAD',
      'REVIEW_EDIT',
      'REVIEW_STATUS_EDIT',
    ],
  })
  const scene: Scene = {
    prId,
    owner,
    createCollection: (body = {}) => owner.collections.createCollection({ prId, body }),
    async createClip(collectionId, name = 'A clip') {
      const attachTo = collectionId === undefined ? {} : { attachToEoId: collectionId }
      const clip = await createClip(owner, prId, { name, ...attachTo })
      return { moId: clip.mediaObjectId!, moaId: clip.mediaObjectAnnotationId! }
    },
    createShare: (collectionId, body = {}) => owner.sharing.createShare({ prId, id: collectionId, body }),
    async visit(share, password) {
      const body = password === undefined ? {} : { password }
      const { token } = await kit.client(share.token!).sharing.loginToShare({ prId, id: share.id, body })
      return kit.client(token)
    },
    async visitAs(share, username) {
      const visitor = await scene.visit(share)
      const body = { username, email: `${username}@example.org` }
      return kit.client((await visitor.sharing.identify({ prId, body })).token)
    },
  }
  return scene
}
