/** What every window for the selected clips is given. */
export interface SelectionDialogProps {
  prId: number
  ids: readonly number[]
  onClose: () => void
  onDone: () => void
}
