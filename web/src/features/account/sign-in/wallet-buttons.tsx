import { walletNames, wallets as words } from '@tribune/french/sentences/account.ts'
import { Wallet as WalletIcon } from 'lucide'
import { useEffect, useRef, useState } from 'react'
import { errorHaptic } from '../../../lib/device/platform.ts'
import { ApiError, messageOf } from '../../../lib/http/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { askForMessage, type WalletProof } from './sign-in-calls.ts'
import { type Wallet, type WalletSigner, walletRefusal } from './wallet-rules.ts'

interface WalletButtonsProps {
  readonly wallets: readonly Wallet[]
  /** Label of a button, with the wallet's name. */
  readonly label: (name: string) => string
  /** Returns whether an account is acceptable. Called before it signs. */
  readonly suits?: (wallet: Wallet, address: string) => boolean
  /** Called with the signature. The wallet's button is busy until the promise settles. */
  readonly onSigned: (proof: WalletProof) => Promise<unknown>
  readonly onProblem: (message: string) => void
  readonly className?: string
}

/** A button for each wallet, which requests an account and its signature. The screen decides what the signature is for. */
export function WalletButtons({ wallets, label, className, ...events }: WalletButtonsProps) {
  const { asked, checking, ask } = useWalletProof(events)
  return (
    <>
      {wallets.map((wallet) => (
        <Button
          key={`${wallet.chain} ${wallet.name}`}
          className={className}
          busy={wallet === checking}
          onClick={() => ask(wallet)}
        >
          <Icon of={WalletIcon} size={18} />
          {label(nameAmong(wallets, wallet))}
        </Button>
      ))}
      <p role="status" className={asked === null ? 'sr-only' : 'w-full text-sm text-quiet'}>
        {asked !== null && words.waiting(asked.name)}
      </p>
    </>
  )
}

/** Returns the name of a wallet, with its chain if it announces itself for both. */
function nameAmong(wallets: readonly Wallet[], { chain, name }: Wallet): string {
  const isAlone = wallets.filter((other) => other.name === name).length === 1
  return isAlone ? name : `${name} (${walletNames[chain]})`
}

/**
 * Requests an account and a signature from a wallet. A wallet that does not answer may be busy, waiting for the fan, or closed: the buttons stay enabled,
 * and each starts a new request.
 */
function useWalletProof({
  suits = () => true,
  onSigned,
  onProblem,
}: Pick<WalletButtonsProps, 'suits' | 'onSigned' | 'onProblem'>) {
  const [asked, setAsked] = useState<Wallet | null>(null)
  const [checking, setChecking] = useState<Wallet | null>(null)
  const latest = useRef<Wallet | null>(null)
  const wait = (wallet: Wallet | null) => {
    latest.current = wallet
    setAsked(wallet)
  }
  // Cancels the request when the fan leaves the screen.
  useEffect(
    () => () => {
      latest.current = null
    },
    [],
  )
  const ask = async (wallet: Wallet) => {
    wait(wallet)
    const isOver = () => latest.current !== wallet
    const say = (message: string) => {
      errorHaptic()
      onProblem(message)
    }
    const refuse = (message: string) => {
      wait(null)
      say(message)
    }
    try {
      const signer = await wallet.connect()
      if (isOver()) return
      if (signer === null) return refuse(words.noAccount(wallet.name))
      if (!suits(wallet, signer.address)) return refuse(words.otherAccount(wallet.name))
      const proof = await prove(wallet, signer)
      if (isOver()) return
      wait(null)
      setChecking(wallet)
      await onSigned(proof).finally(() => setChecking(null))
    } catch (error) {
      if (isOver()) return
      // The wallet still shows an earlier request, and the fan's answer to that one counts.
      const report = walletRefusal(error) === 'pending' ? say : refuse
      report(sentenceOf(error, wallet))
    }
  }
  return { asked, checking, ask }
}

/** Returns the sentence that explains a missing signature: from the server's refusal, or else from the wallet's error. */
function sentenceOf(error: unknown, { name }: Wallet): string {
  return error instanceof ApiError ? messageOf(error) : words.problems[walletRefusal(error)](name)
}

async function prove({ chain }: Wallet, { address, sign }: WalletSigner): Promise<WalletProof> {
  const { nonce, message } = await askForMessage(chain, address)
  return { chain, address, nonce, signature: await sign(message) }
}
