import type { Policy } from '@tribune/french/sentences/notices/policy.ts'

/** The one English text of the product (spec section 2). */
export const privacyEn: Policy = {
  lang: 'en',
  title: 'Privacy policy',
  updated: (day) => `Last updated ${day}`,
  lead: 'Tribune lets fans elect the three best players of a match. It keeps what that takes, and nothing else.',
  contents: 'Contents',
  inShort: {
    title: 'In short',
    points: [
      'You can read everything without an account.',
      'No advertising, no trackers, no audience measurement, no data sold or rented.',
      'No other fan can see how you voted: podiums are published without names or times.',
      'A deleted account is gone for good, and your votes no longer lead to you.',
    ],
  },
  columns: { why: 'Why', until: 'Until when' },
  writeTo: 'Write to',
  noContact: 'This site has not given a contact address yet. Until it does, reply to an e-mail that Tribune sent you.',
  chapters: [
    {
      id: 'who',
      title: 'Who is responsible',
      paragraphs: [
        'The operator of the site on which you are reading this decides what is done with your data and answers for it.',
      ],
      contact: true,
    },
    {
      id: 'kept',
      title: 'What we keep, and for how long',
      paragraphs: ['Without an account we keep nothing about you beyond the last four lines of this list.'],
      stored: [
        {
          id: 'email',
          what: 'Your e-mail address, the mailbox it leads to, and whether you have confirmed it',
          why: 'To open your account, to send you the links you ask for, and to make sure that a fan votes once per match: “fan+2@…” is the mailbox of “fan@…”.',
          until: 'Until your account is deleted. An account that nobody confirms is removed after 30 days.',
        },
        {
          id: 'password',
          what: 'Your password, as a salted hash',
          why: 'To recognise it when you sign in. It cannot be read back, not even by us.',
          until: 'Until you change it, or your account is deleted.',
        },
        {
          id: 'phone',
          what: 'Your mobile number, if you give it, and whether you have confirmed it',
          why: 'To sign you in by a code in a text, or to send you the code of your second factor.',
          until: 'Until you remove it, or your account is deleted.',
        },
        {
          id: 'provider',
          what: 'Where you sign in with Google, Apple or an organisation: the identifier by which it knows you',
          why: 'To recognise you when you come back. We keep neither its access tokens nor anything else it tells us.',
          until: 'Until you remove it, or your account is deleted.',
        },
        {
          id: 'wallet',
          what: 'The public address of each wallet that you connect to your account',
          why: 'To recognise you by its signature. We do not look at what it holds.',
          until: 'Until you remove it, or your account is deleted.',
        },
        {
          id: 'second_factor',
          what: 'If you switch on the second factor: the secret you share with your app and your recovery codes, both encrypted, and wrong codes lately',
          why: 'To ask for a second proof before anyone gets into your account.',
          until:
            'Until you switch it off, or your account is deleted. A lock after wrong codes ends after a quarter of an hour.',
        },
        {
          id: 'name',
          what: 'A short name',
          why: 'The part of your e-mail address before the @, which our account software requires. It is shown nowhere.',
          until: 'Until your account is deleted.',
        },
        {
          id: 'session',
          what: 'Your sessions: dates, IP address, browser description, and how you signed in',
          why: 'To keep you signed in, and to be able to end a session that is not yours.',
          until:
            'A session ends when you sign out, or 60 days after it was last renewed. Its record goes when you sign out or the night after it has ended, at the latest with your account.',
        },
        {
          id: 'vote',
          what: 'Your votes: the match, your three players, when you chose and changed them, and the XP they earned you',
          why: 'To count the result, to show you your podiums, and to publish the record of each match, which anyone can recount. If your vote is set aside and you ask for a review, your request too.',
          until:
            'As long as your account exists; a request for a review, until 30 days after the result at most. The record stays. See “Deleting your account” for what happens then.',
        },
        {
          id: 'evidence',
          what: 'Where each vote came from: how old and how well proven your account was, fingerprints of your network and of your device, and how often you changed the vote',
          why: 'To recognise one person who votes with many accounts: a published rule (page “Comment nous comptons”) and the operator compare votes of the same origin, mail domain or minute, and of accounts that voted together before. A group may be set aside: its votes stay their fans’, but no longer count. The fingerprints are hashes under a secret key that changes every season: neither your address nor your device can be read from them.',
          until:
            'Until 30 days after the result is published (or after the kick-off of a match that never had one). Then it is deleted, and never collected for that match again.',
        },
        {
          id: 'voting_right',
          what: 'If the operator closes your right to vote: since when, and the reason; and when the operator looked at your account or did something to it',
          why: 'To keep a vote fair, to tell you the reason in your profile, and to be able to account for it.',
          until:
            'The closure, until your right is opened again or your account is deleted. The operator’s journal keeps the look, the act and the reason under an internal number, which leads to nobody once your account is deleted.',
        },
        {
          id: 'follows',
          what: 'The clubs, players and competitions that you follow, and since when',
          why: 'To show you their matches first, on each of your devices, and to write to you about them if you ask for it. Nobody else sees what you follow.',
          until: 'Until you stop following them, or your account is deleted.',
        },
        {
          id: 'push',
          what: 'If you turn notifications on: the address of each device at its push service, its keys and your settings, and which notifications were sent to it',
          why: 'To notify you when a vote opens, is about to close, or has its result. The service of your browser or phone (Google, Apple, Mozilla or Microsoft) passes them on; those to a browser are encrypted for it alone.',
          until:
            'Until you remove the device or sign out on it, its service no longer knows it or does not answer for two weeks, or your account is deleted. What was sent, for seven days.',
        },
        {
          id: 'digest',
          what: 'If you ask for the weekly digest by mail: your choice and its date, the weeks for which it was sent, and how many times in a row your mailbox refused it',
          why: 'To send it to you once a week, and to stop when your address no longer exists. We do not know whether you open it: it has no hidden picture and no tracking link.',
          until:
            'The choice, until your account is deleted; each digest has a link that ends it. What was sent, for 30 days.',
        },
        {
          id: 'message',
          what: 'What is needed to check a link or a code that we sent you, or a signature that we asked your wallet for',
          why: 'To let only you confirm your address, sign in, or choose a new password.',
          until:
            'Links work for 24 hours (confirmation), 1 hour (password) or 15 minutes (signing in), codes for 10 minutes at most. What we stored for one is removed once it is used, or the night after it has expired.',
        },
        {
          id: 'guesses',
          what: 'Wrong passwords and codes lately, links and codes already used, and the last twenty devices that you signed in on, under hashes',
          why: 'To stop attempts to guess them without locking your devices out, and to let each link or code serve once.',
          until:
            'From a quarter of an hour to a day, a device 400 days after your last sign-in, then the night removes them.',
        },
        {
          id: 'made_lately',
          what: 'How many accounts and messages your network, your mail domain and your device asked for lately, under keyed hashes',
          why: 'To have whoever makes many accounts pay with computing time (your device computes for a moment before an account is made). No other company is asked.',
          until: 'A count halves every day and is removed after 14 days.',
        },
        {
          id: 'requests',
          what: 'A count of recent requests per IP address, and of mails per e-mail address',
          why: 'To stop attempts to guess passwords, flood mailboxes or overload the service.',
          until: 'In the memory of the server only: from a minute to an hour.',
        },
        {
          id: 'log',
          what: 'A technical log of faults and refused requests',
          why: 'To find and mend what went wrong. It holds a random reference, not the list of pages you read, and is not meant to hold anything about you. Errors of the app on phones are counted apart, without an IP address, an account, or anything that you typed.',
          until: 'The log, as long as the operator keeps those of the server. Counted errors, 30\u00a0days.',
        },
      ],
    },
    {
      id: 'basis',
      title: 'On what grounds',
      points: [
        'Your account and your votes: because you asked for the service (contract).',
        'Sessions, limits, logs and where votes came from: because a vote open to the world must be protected (legitimate interest).',
      ],
    },
    {
      id: 'seen',
      title: 'What others can see',
      points: [
        'Everybody sees, once the vote is closed, how many fans voted and how many first, second and third places each player received. Never who voted for whom.',
        'From ten votes on, the record of a match publishes each podium without name or time, with a number that only your account can recognise, and whether it counts. You can show this proof: do not give it to anyone who would pay for your vote. A person who knows two of your picks may guess the third. With the database and its key, we could link a podium to your account.',
        'The operator can see single ballots with an internal number in place of your name, to check that the count is right, and compare where they came from.',
        'The operator can find an account by its exact address, number or internal number, see how and since when it signs in and how many votes it cast, end its sessions, and close its right to vote. That page shows no vote.',
        'If you write to us for a copy of your data or for deletion, the operator can download that copy, your votes included, to send it to you, and delete your account. Each copy and each deletion is noted in the journal.',
        'If you share your podium, those you share it with see your three players.',
      ],
    },
    {
      id: 'device',
      title: 'On your device',
      paragraphs: ['What we put there is needed for what you ask for, so there is no consent window.'],
      points: [
        'One cookie that keeps you signed in, and short-lived ones while you sign up or sign in. Scripts cannot read them.',
        'One cookie with a random number that tells your device from others, for 400 days at most. It says nothing of you, is set when you make an account, sign in or vote, and is stored with your votes as a fingerprint only. Scripts cannot read it.',
        'Small settings, such as the light or dark theme.',
        'The last hundred matches that you opened before their result or whose podium you were shown, so that you are shown it once.',
        'A vote made without a network, with its match and your account, until it has been sent, for seven days at most; and the number of your account, so that it is never sent by another. Signing out erases both.',
        'A vote you began before signing in, until the tab is closed.',
        'What you follow without an account, and whether anything is followed. When you sign in, your account takes it over.',
        'Copies of public screens and pictures you have seen, so that they open without a network. Never your profile, nor a vote that has been sent.',
      ],
    },
    {
      id: 'shared',
      title: 'Who else is involved',
      points: [
        'The e-mail service that delivers our messages receives your address and the message.',
        'The company that sends our texts receives your number and the code, if you use one. Your operator carries it.',
        'Where this site checks that a person is there with Cloudflare Turnstile, that company sees your address and browser when you make an account or ask for a message.',
        'Where this site checks new passwords against known leaks, it sends the first five characters of a hash, never the password.',
        'Your wallet, if you connect one, is asked on your own device: we write to no blockchain and ask none.',
        'The host on whose machines the site and its database run.',
        'Where this site offers to sign in with another account, such as Google, Apple or your organisation, and you choose to: that company learns that you sign in here, and we receive your e-mail address and an identifier from it. Never a password.',
        'Match data comes from a football data provider, to whom we send nothing about you. Crests and photos reach you from our own server, so that the provider does not see you either.',
      ],
      paragraphs: ['The operator can tell you which companies these are, and in which country they work.'],
    },
    {
      id: 'deletion',
      title: 'Deleting your account',
      paragraphs: ['You may ask for it at any time, from your profile where the button is shown, or by writing to us.'],
      points: [
        'Your profile, your sessions, your sign-in identities and every link between you and your votes are removed at once.',
        'Your votes on matches whose vote has not ended, interrupted ones included, are withdrawn and leave the count.',
        'Your votes on closed matches lose their owner for good but stay countable, so that a published result can still be recounted.',
        'Where those votes came from stays, under new fingerprints that match no account, until 30 days after each result is published. Until then it can be seen that they were one person’s, whose no longer; after that, not even this.',
        'If the operator keeps backups, copies remain there until those backups are replaced.',
      ],
    },
    {
      id: 'rights',
      title: 'Your rights',
      paragraphs: [
        'You may ask us for a copy of your data in a form you can reuse, have it corrected, deleted or put on hold, and object to its use. We answer within one month. You may also complain to your data protection authority; in France it is the CNIL (cnil.fr).',
        'If you are under 15, ask a parent before you open an account.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes',
      paragraphs: ['When what we keep or do changes, this page changes with it, and so does the date at its head.'],
    },
  ],
}
