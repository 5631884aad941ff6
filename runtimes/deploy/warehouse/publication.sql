-- On the primary, as the owner of the tables: every new and changed row, without user, network and actor. Deletes are left out: the
-- warehouse keeps deliveries that Handbill drops. The partitions of weeks appear as one table.
create publication handbill_rows for table
  handbill.deliveries (id, surface, publisher_id, platform_id, placement, api_key_id, language, mark, campaign_id, advertiser,
    creative_version_id, format, topic_id, price, publisher_part, day, issued_at, seen_at, pressed_at, clicked_at, charged_at),
  handbill.charges,
  handbill.adjustments (id, delivery_id, at, micros, publisher_part, restores_budget, reason, publisher_id, platform_id,
    placement, api_key_id, language, mark, campaign_id, advertiser, creative_version_id, format, topic_id)
  with (publish = 'insert, update', publish_via_partition_root = true);
