/** What each right means, in words for people who give them. */

import type { AccountPermission, ProductionRight, SystemRight } from '@rushes/contract'
import { createTexts } from '../platform/translations.ts'

type Right = ProductionRight | AccountPermission | SystemRight

const texts = createTexts<Right>({
  en: {
    PRODUCTION_VIEW: 'Enter the production',
    PRODUCTION_MANAGE: 'Manage team and settings',
    LIBRARY_VIEW: 'See the library',
    LIBRARY_SHARE: 'Share with people outside',
    LIBRARY_UPLOAD: 'Upload',
    LIBRARY_UPDATE_METADATA: 'Edit clips and collections',
    LIBRARY_DOWNLOAD: 'Download originals',
    LIBRARY_DELETE: 'Delete clips',
    LOG_EDIT: 'Log: make and edit subclips',
    REVIEW_STATUS_EDIT: 'Change review statuses',
    REVIEW_EDIT: 'Comment, and edit own comments',
    REVIEW_EDIT_ALL: 'Edit and delete the comments of all',
    SUBTITLE_EDIT: 'Edit subtitles',
    WORKFLOW_MANAGE: 'Pause, resume and cancel workflows',
    DELIVERY_MANAGE: 'Manage deliveries',
    ACCOUNT_VIEW: 'See the account',
    ACCOUNT_MANAGE: 'Manage users and settings of the account',
    ACCOUNT_CREATE_PRODUCTION: 'Create productions',
    SUPPORT: 'Every right in every account and production',
    DEVOPS: 'Run the service: figures, search index, queues',
  },
  nl: {
    PRODUCTION_VIEW: 'De productie openen',
    PRODUCTION_MANAGE: 'Team en instellingen beheren',
    LIBRARY_VIEW: 'De bibliotheek zien',
    LIBRARY_SHARE: 'Delen met mensen daarbuiten',
    LIBRARY_UPLOAD: 'Uploaden',
    LIBRARY_UPDATE_METADATA: 'Clips en collecties bewerken',
    LIBRARY_DOWNLOAD: 'Originelen downloaden',
    LIBRARY_DELETE: 'Clips verwijderen',
    LOG_EDIT: 'Loggen: subclips maken en bewerken',
    REVIEW_STATUS_EDIT: 'Reviewstatussen wijzigen',
    REVIEW_EDIT: 'Opmerkingen maken en eigen opmerkingen bewerken',
    REVIEW_EDIT_ALL: 'Opmerkingen van iedereen bewerken en verwijderen',
    SUBTITLE_EDIT: 'Ondertitels bewerken',
    WORKFLOW_MANAGE: 'Workflows pauzeren, hervatten en annuleren',
    DELIVERY_MANAGE: 'Leveringen beheren',
    ACCOUNT_VIEW: 'Het account zien',
    ACCOUNT_MANAGE: 'Gebruikers en instellingen van het account beheren',
    ACCOUNT_CREATE_PRODUCTION: 'Producties maken',
    SUPPORT: 'Elk recht in elk account en elke productie',
    DEVOPS: 'De dienst beheren: cijfers, zoekindex, wachtrijen',
  },
})

/** A right in words. */
export function nameRight(right: Right): string {
  return texts(right)
}

/** Rights as the options of a group of check boxes. */
export function toRightOptions<R extends Right>(rights: readonly R[]): (readonly [R, string])[] {
  return rights.map(right => [right, nameRight(right)] as const)
}
