import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { passwordAndCodeBody, type SecondFactor } from '#contract/second-factor.ts'
import { browserApi } from '../../api/client.ts'
import { FormModal, ModalButtons } from '../../forms/form-modal.tsx'
import { useSaved } from '../../forms/in-modal.ts'
import { useUnsavedChanges } from '../../forms/unsaved-changes.ts'
import { useAction } from '../../forms/use-action.ts'
import { useSchemaForm } from '../../forms/use-schema-form.ts'
import { useSubmit } from '../../forms/use-submit.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, RetryButton } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Modal } from '../../ui/modal.tsx'
import { notice } from '../../ui/notice.tsx'
import { PasswordField } from '../password-field.tsx'
import { CodeField } from './code-field.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUpSteps } from './set-up-steps.tsx'

type Open = 'set-up' | 'codes' | 'disable'

export function SecondFactorCard({ state }: { state: SecondFactor | null }) {
  const [open, setOpen] = useState<Open>()
  const [codes, setCodes] = useState<string[]>()
  /** Whether the screen shows recovery codes that the user hasn't kept yet: they are never shown again. */
  const [unkept, setUnkept] = useState(false)
  const { revalidate } = useRevalidator()
  useUnsavedChanges(unkept)

  function close() {
    setOpen(undefined)
    setUnkept(false)
    void revalidate()
  }

  async function leave() {
    const question = { title: '¿Guardaste los códigos?', text: 'No se mostrarán otra vez.' }
    if (!unkept || (await notice.confirm({ ...question, confirm: 'Sí, los guardé', cancel: 'Volver' })))
      close()
  }

  const { run, working, failure } = useAction(
    async () => {
      const { data } = await browserApi.renewRecoveryCodes()
      setCodes(data.recoveryCodes)
      setUnkept(true)
      setOpen('codes')
    },
    {
      ask: () =>
        notice.confirm({
          title: '¿Crear códigos nuevos?',
          text: 'Los que guardaste dejarán de servir.',
          confirm: 'Crear códigos',
        }),
    },
  )

  return (
    <section aria-labelledby="segundo-factor" className="card grid gap-4 p-4 sm:p-6">
      <h2 id="segundo-factor" className="flex flex-wrap items-center gap-3 text-lg">
        Segundo factor
        {state?.enabled && <Badge tone="green">Activo</Badge>}
      </h2>
      {state ? (
        <>
          <p className="text-soft">{describe(state)}</p>
          <div className="flex flex-wrap gap-3">
            {state.enabled ? (
              <>
                <Button look="secondary" loading={working} className="max-sm:w-full" onClick={() => run()}>
                  Crear códigos nuevos
                </Button>
                <Button look="secondary" className="max-sm:w-full" onClick={() => setOpen('disable')}>
                  Desactivar
                </Button>
              </>
            ) : (
              <Button icon="shield" className="max-sm:w-full" onClick={() => setOpen('set-up')}>
                Activar segundo factor
              </Button>
            )}
          </div>
          <FieldError error={failure} />
        </>
      ) : (
        <>
          <p className="text-soft">No pudimos cargar tu segundo factor.</p>
          <div>
            <RetryButton />
          </div>
        </>
      )}
      <Modal open={open === 'set-up'} onClose={leave} title="Activar segundo factor">
        {open === 'set-up' && <SetUpSteps onConfirmed={() => setUnkept(true)} onDone={close} />}
      </Modal>
      <Modal open={open === 'codes'} onClose={leave} title="Códigos de recuperación">
        {codes && <RecoveryCodes codes={codes} onKept={close} />}
      </Modal>
      <FormModal open={open === 'disable'} onClose={close} title="Desactivar segundo factor">
        {open === 'disable' && <DisableForm required={state?.required ?? false} />}
      </FormModal>
    </section>
  )
}

function describe({ enabled, recoveryCodes, devices }: SecondFactor): string {
  if (!enabled)
    return 'Un código de tu teléfono, además de la contraseña, protege tu cuenta si alguien la descubre.'
  const left =
    recoveryCodes === 0
      ? 'No te quedan códigos de recuperación: crea nuevos.'
      : `Te ${recoveryCodes === 1 ? 'queda 1 código' : `quedan ${recoveryCodes} códigos`} de recuperación.`
  const remembered =
    devices === 0 ? '' : ` No se pide en ${devices === 1 ? '1 navegador' : `${devices} navegadores`}.`
  return `Al iniciar sesión te pedimos un código de tu aplicación. ${left}${remembered}`
}

function DisableForm({ required }: { required: boolean }) {
  const saved = useSaved()
  const form = useSchemaForm(passwordAndCodeBody, { password: '', code: '' })
  const submit = useSubmit(
    form,
    async (body) => {
      const { message } = await browserApi.disableSecondFactor({ body })
      await saved('Listo!', message)
    },
    { asks: false },
  )
  return (
    <form {...submit.formProps} aria-label="Desactivar segundo factor" className="grid gap-4">
      <p className="text-soft">
        {required
          ? 'Tu rol lo exige: después tendrás que configurarlo de nuevo para seguir trabajando.'
          : 'Tu cuenta quedará protegida solo por la contraseña.'}
      </p>
      <PasswordField
        {...submit.field('password')}
        label="Tu contraseña"
        autoComplete="current-password"
        data-autofocus=""
        required
      />
      <CodeField {...submit.field('code')} />
      <ModalButtons submit="Desactivar" look="danger" form={submit} />
    </form>
  )
}
