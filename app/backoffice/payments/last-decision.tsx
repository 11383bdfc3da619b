import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { UNDO_KEY } from '../shortcut-keys.ts'
import { Key } from './key.tsx'
import type { Decisions } from './use-decisions.ts'

/** The bar at the window's bottom: what was decided last, announced to screen readers, and 'Deshacer'. */
export function LastDecision({ decisions: { outcome, last, undo } }: { decisions: Decisions }) {
  return (
    <div
      className={
        outcome
          ? 'window-bar mt-4 flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-brand bg-mint px-3 py-1.5 shadow print:hidden'
          : 'sr-only'
      }
    >
      {outcome && (
        <Icon
          name={outcome.failed ? 'warning' : outcome.undone ? 'rotate' : 'check'}
          className={`size-5 ${outcome.failed ? 'text-coral' : 'text-brand'}`}
        />
      )}
      <p role="status" className="mr-auto min-w-0 flex-1 font-semibold tabular-nums">
        {outcome?.text}
      </p>
      {last && (
        <Button look="quiet" small onClick={undo}>
          {outcome?.text === last.text ? 'Deshacer' : 'Deshacer lo anterior'}
          <span className="sr-only">: {last.text}</span>
          <Key>{UNDO_KEY}</Key>
        </Button>
      )}
    </div>
  )
}
