import { shownPanels } from '../../frame/shell/panels.ts'
import type { Command } from '../../platform/keys/commands.ts'
import { navigate } from '../../platform/router.tsx'
import { leave } from '../../platform/writes/unsaved.ts'
import { newProductionPath } from '../../settings/creatable-accounts.ts'
import { texts } from './messages.ts'

/** What can be added from the palette: files and collections where the page takes some, and productions. */
export function listCreating(mayCreateProduction: boolean): Command[] {
  const section = texts('create')
  const fileField = document.querySelector<HTMLInputElement>('.top-actions input[type=file]')
  const collectionButton = document.querySelector<HTMLButtonElement>('#panel-side .tree-new')
  const addCollection = () => {
    // Where it is shown then.
    shownPanels.value?.open('side')
    collectionButton?.click()
  }
  return [
    ...(fileField ? [{ id: 'upload', title: texts('upload'), section, run: () => fileField.click() }] : []),
    ...(collectionButton ? [{ id: 'collection.new', title: texts('newCollection'), section, run: addCollection }] : []),
    ...(mayCreateProduction
      ? [
          {
            id: 'production.new',
            title: texts('newProduction'),
            section,
            run: () => leave(() => navigate(newProductionPath)),
          },
        ]
      : []),
  ]
}
