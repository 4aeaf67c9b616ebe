import { Wallet as WalletIcon } from 'lucide'
import { useEffect, useRef, useState } from 'react'
import { walletNames, wallets as words } from '../../i18n/fr-account.ts'
import { errorHaptic } from '../../lib/device/platform.ts'
import { ApiError, messageOf } from '../../lib/http/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { askForMessage, type WalletProof } from '../account/api.ts'
import { type Wallet, type WalletSigner, walletRefusal } from './wallets.ts'

interface WalletButtonsProps {
  readonly wallets: readonly Wallet[]
  /** What a button says, with the wallet's name in it. */
  readonly label: (name: string) => string
  /** Whether an account will do, before it is asked for anything. */
  readonly suits?: (wallet: Wallet, address: string) => boolean
  readonly onSigned: (proof: WalletProof) => void
  readonly onProblem: (message: string) => void
  readonly className?: string
}

/** A button for each wallet: it asks for an account there, and has it sign. What comes of the signature is the screen's matter. */
export function WalletButtons({ wallets, label, className, ...events }: WalletButtonsProps) {
  const { asked, ask } = useWalletProof(events)
  return (
    <>
      {wallets.map((wallet) => (
        <Button key={`${wallet.chain} ${wallet.name}`} className={className} onClick={() => ask(wallet)}>
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

/** Some wallets know both chains, and announce themselves for each. */
function nameAmong(wallets: readonly Wallet[], { chain, name }: Wallet): string {
  const isAlone = wallets.filter((other) => other.name === name).length === 1
  return isAlone ? name : `${name} (${walletNames[chain]})`
}

/**
 * Asks a wallet for an account and a signature. Nobody knows whether a wallet that is silent still thinks, waits for its fan, or was
 * closed: its button stays what it is, and who touches it, or another's, asks anew.
 */
function useWalletProof({
  suits = () => true,
  onSigned,
  onProblem,
}: Pick<WalletButtonsProps, 'suits' | 'onSigned' | 'onProblem'>) {
  const [asked, setAsked] = useState<Wallet | null>(null)
  const latest = useRef<Wallet | null>(null)
  const wait = (wallet: Wallet | null) => {
    latest.current = wallet
    setAsked(wallet)
  }
  // Who has left the screen is not asked to sign.
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
      onSigned(proof)
    } catch (error) {
      if (isOver()) return
      // A wallet that still asks what it was asked before: the fan's answer there counts.
      const tell = walletRefusal(error) === 'pending' ? say : refuse
      tell(sentenceOf(error, wallet))
    }
  }
  return { asked, ask }
}

/** Why there is no signature: what the server says, or what the wallet means. */
function sentenceOf(error: unknown, { name }: Wallet): string {
  return error instanceof ApiError ? messageOf(error) : words.problems[walletRefusal(error)](name)
}

async function prove({ chain }: Wallet, { address, sign }: WalletSigner): Promise<WalletProof> {
  const { nonce, message } = await askForMessage(chain, address)
  return { chain, address, nonce, signature: await sign(message) }
}
