/** A plain-text message to one person; its lines need no wrapping. */
export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
};

/** Sends mail for the account area. */
export type Mailer = {
  /** Whether a mail server is configured; otherwise links are only written to the log. */
  readonly isConnected: boolean;
  /**
   * Queues a message and sends it in the background, with a bounded number of retries. Pages do not wait for the mail
   * server, so their timing discloses nothing.
   */
  send(mail: Mail): void;
  /**
   * Sends a message and resolves when a server has accepted it; for notices, which are recorded as sent.
   *
   * @throws ServiceError `mailbox_refused` on a permanent refusal of this address, `mail_unavailable` when no server took it
   */
  deliver(mail: Mail): Promise<void>;
};
