CREATE TABLE `search_rows` (
	`id` integer PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`kind` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `search_rows_session` ON `search_rows` (`session_id`,`kind`);
--> statement-breakpoint
CREATE VIRTUAL TABLE `search` USING fts5(words, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2');
