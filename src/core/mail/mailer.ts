/** A message to one person, as plain text in lines that need no wrapping. */
export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
};

/** What the account area asks of whatever carries mail. */
export type Mailer = {
  /** Whether messages leave the machine; else their links are in the log alone. */
  readonly isConnected: boolean;
  /**
   * Takes a message and sends it in the background, with a bounded number of retries. Nobody who waits for a page waits
   * for a mail server, and how long it takes tells nobody anything.
   */
  send(mail: Mail): void;
  /**
   * Sends a message and resolves when a server has taken it; for notices, which are noted as sent.
   *
   * @throws ServiceError `mailbox_refused` when a server refused this address for good, `mail_unavailable` when none took it
   */
  deliver(mail: Mail): Promise<void>;
};
