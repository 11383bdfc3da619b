import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/field.tsx'
import { notice } from '../ui/notice.tsx'
import { useAction } from './use-action.ts'

type Options = NonNullable<Parameters<typeof useAction>[1]>

/** A button that makes a call, perhaps after a question. A failure shows below it, or in the `dialog`. See {@link useAction}. */
export function ActionButton({
  act,
  ask,
  dialog,
  onRefused,
  ...button
}: {
  act: () => Promise<unknown>
  ask?: Parameters<typeof notice.confirm>[0] | undefined
} & Pick<Options, 'dialog' | 'onRefused'> &
  React.ComponentProps<typeof Button>) {
  const { run, working, failure } = useAction(act, {
    ...(ask && { ask: () => notice.confirm(ask) }),
    ...{ dialog, onRefused },
  })
  return (
    <>
      <Button {...button} loading={working} onClick={() => run()} />
      {!dialog && <FieldError error={failure} />}
    </>
  )
}
