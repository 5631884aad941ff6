-- psql --set=ON_ERROR_STOP=1 --file=roles.sql, as a superuser, once. Then give each a password: \password handbill_app
create role handbill_owner login;
create role handbill_app login;
create role handbill_backup login;
grant pg_read_all_data to handbill_backup;
create database handbill owner handbill_owner;
